import { plural } from '#app/command-line/words.js'
import { html, type Html } from '../html.js'
import type { EpisodeData } from '../run-data.js'
import { leavesOf, spansOf } from '../sections/spans.js'

export type Played = Pick<EpisodeData, 'record' | 'trace'>

/** What happened to the robot or its load, and in which episodes. */
interface Mishap {
  readonly text: string
  /** what is likelier to have cost points is lower */
  readonly rank: number
  readonly in: readonly number[]
}

/** mishaps in the list; the episodes have them all */
const MAX_MISHAPS = 8

/** Whether something was lost, or otherwise than believed, or an action failed. */
export const hasMishap = (episode: Played): boolean => mishapsIn(episode).length > 0

/** Losses, failed actions and other surprises, once for all episodes: a block that was lost costs its points. */
export function mishapList(episodes: readonly Played[]): Html | null {
  const found = new Map<string, Mishap>()
  for (const episode of episodes) {
    for (const { text, rank } of mishapsIn(episode)) {
      const before = found.get(text)?.in ?? []
      found.set(text, { text, rank, in: [...new Set([...before, episode.record.episode])] })
    }
  }
  if (found.size === 0) return null
  const sorted = [...found.values()].sort((a, b) => a.rank - b.rank || b.in.length - a.in.length)
  const rest = sorted.length - MAX_MISHAPS
  return html`<p>What was lost, failed or was not as believed:</p>
    <ul class="answers">
      ${sorted
        .slice(0, MAX_MISHAPS)
        .map(
          ({ text, in: of }) =>
            html`<li>
              <b>${text}</b> in ${plural(of.length, 'episode')}:
              ${of.map((episode) => html`<a href="#episode-${episode}">${episode}</a> `)}
            </li>`,
        )}
      ${rest > 0 ? html`<li class="quiet">and ${rest} more, each in the episodes below</li>` : null}
    </ul>`
}

const mishapsIn = ({ record, trace }: Played): readonly Omit<Mishap, 'in'>[] => [
  ...(record.drifts ?? []).map(({ kind, text }) => ({ text, rank: kind.endsWith('-lost') ? 0 : 2 })),
  ...leavesOf(spansOf(trace)).flatMap(({ label, reason = '' }) => {
    // what the twin refused has a list of its own, and a condition that is not met fails without such a reason
    const [, why] = FAILED.exec(reason) ?? []
    return why === undefined ? [] : [{ text: `${label} failed: ${why}`, rank: 1 }]
  }),
]

/** as the robot's skills write it into the trace */
const FAILED = /^(?:exec_fail|eo_fail): ([^]*)$/
