import { maskSlots } from '#base/field-map.js'
import { fixFeatures } from './fix-features.js'
import type { Finding, Situation } from './finding.js'

/** Points of vrl.txt Table I that a fix can gain or cost; the scorer's own table may not be imported here. */
const POINTS = { correct: 10, incorrect: -5, fullBatch: 10, home: 20, second: -1 } as const
/** approximate duration of a rotation, a trip, and the drive home, seconds */
const SECONDS = { rotation: 3, trip: 12, home: 3 } as const

/**
 * Approximate points that fixing a finding alone gains in the next episode, from Table I: the full gain if it works,
 * roughly half where that depends on luck. It is a scale for ranking edits when a patch has no room for all of them,
 * not a forecast.
 */
function gainOf(situation: Situation, finding: Finding): number {
  const features = fixFeatures(situation, finding)
  const { correct, incorrect, fullBatch, second } = POINTS
  const batch = 4 * correct + fullBatch + SECONDS.trip * second
  if (finding.impact === 'orientation') {
    const turned = maskSlots(finding.mask ?? '0000').length
    return (
      turned * (correct - incorrect) +
      fullBatch +
      (features['after'] === undefined ? 0 : SECONDS.rotation * second)
    )
  }
  // a missing trip yields a batch if its faces are known; otherwise turning them takes another edit
  if (features['from'] !== undefined) return situation.faces.size > 0 ? batch : batch / 2
  if (features['zone'] !== undefined) return batch
  // whatever comes after the drive home, or before the shelf it needs, is lost
  if (features['first'] !== undefined || features['last'] !== undefined) return batch
  if (finding.impact === 'shelf') return batch / 2
  if (finding.impact === 'final-position') return POINTS.home + SECONDS.home * second
  // a unit that has ended a mission will eventually do so again
  return finding.why === 'trace' ? batch / 4 : 0
}

/** Fixes whose gains differ by less than this cannot be ranked by points. */
const TIE = 6

/**
 * Marks the findings that a patch with limited room should be spent on: those whose fix is worth most. Where several
 * remain, points cannot decide, and the choice is the model's.
 */
export function deferLowGainFindings(situation: Situation, room: number): Situation {
  const open = situation.findings.filter(({ status }) => status === 'supported')
  if (open.length <= room) return situation
  const gains = new Map(open.map((finding) => [finding, gainOf(situation, finding)]))
  const best = Math.max(...gains.values())
  const isLess = (finding: Finding): boolean => (gains.get(finding) ?? best) < best - TIE
  const findings = situation.findings.map((finding) =>
    isLess(finding) ? { ...finding, status: 'later' as const } : finding,
  )
  return { ...situation, findings }
}
