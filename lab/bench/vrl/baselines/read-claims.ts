import {
  FACT_COUNT,
  zoneIds,
  type Claims,
  type RobotPlace,
  type ZoneClaim,
} from '#learning/field/critic/dialogue/claims.js'
import { ANSWER_LINES, type Refuted } from '#learning/field/critic/dialogue/refuted.js'
import type { Impact } from '#learning/critic/report.js'

/** What the critic's prompt says: the facts, and in a second turn what a sensor has refuted. */
export interface ReadClaims {
  readonly claims: Claims
  readonly refuted: readonly Refuted[]
}

/** Reads back what `factsPrompt` wrote. */
export function readClaims(prompt: string): ReadClaims {
  const words = prompt.slice(prompt.lastIndexOf('\n') + 1).split(' ')
  const claimWords = words.slice(0, FACT_COUNT)
  const after = (word: string, by = 1): string => claimWords[claimWords.indexOf(word) + by] ?? ''
  const robot = after('robot')
  return {
    claims: {
      mode: claimWords[0] as Claims['mode'],
      zones: new Map(zoneIds.map((id) => [id, after(`z${id}`) as ZoneClaim])),
      track: after('track') as Claims['track'],
      shelfNeeded: after('track', 2) === 'needed',
      robotAt: /^z\d$/.test(robot) ? Number(robot.slice(1)) : (robot as RobotPlace | 'lost'),
      late: after('time') === 'late',
    },
    refuted: readRefuted(words.slice(FACT_COUNT + 1)),
  }
}

/** `-` or an impact, the same number of places for each line of the answer */
function readRefuted(places: readonly string[]): Refuted[] {
  const perLine = places.length / ANSWER_LINES.length
  return places.flatMap((impact, i) => {
    const line = ANSWER_LINES[Math.floor(i / perLine)]
    return impact === '-' || line === undefined ? [] : [{ line, impact: impact as Impact }]
  })
}
