import { maskSlots } from '#base/field-map.js'
import { cureFeatures } from './cure-features.js'
import type { Finding, Situation } from './finding.js'

/** Points of vrl.txt Table I that a cure can gain or cost; the scorer's own table is out of this room's sight. */
const POINTS = { correct: 10, incorrect: -5, fullBatch: 10, home: 20, second: -1 } as const
/** seconds that a rotation, a trip, and the way home take, about */
const SECONDS = { rotation: 3, trip: 12, home: 3 } as const

/**
 * About how many points the cure of a finding is worth by itself in the next episode, from Table I alone: what it gains
 * when it works, for what happens to depend on luck the rough half. It is a scale to put edits in order by when a patch
 * has no room for all of them, and no forecast.
 */
function gainOf(situation: Situation, finding: Finding): number {
  const features = cureFeatures(situation, finding)
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
  // a trip that is missing brings a batch when its faces are known; otherwise it takes an edit more to turn them
  if (features['from'] !== undefined) return situation.faces.size > 0 ? batch : batch / 2
  if (features['zone'] !== undefined) return batch
  // what stands behind a way home, or before the shelf that it waits for, is lost
  if (features['first'] !== undefined || features['last'] !== undefined) return batch
  if (finding.impact === 'shelf') return batch / 2
  if (finding.impact === 'final-position') return POINTS.home + SECONDS.home * second
  // a unit that has ended a mission will do so again some day
  return finding.why === 'trace' ? batch / 4 : 0
}

/** Closer than this two cures cannot be told apart by points. */
const TIE = 6

/**
 * The findings that a patch with so little room should be spent on: those whose cure is worth most. Where that leaves
 * several, points cannot tell, and the choice is the model's.
 */
export function worthMost(situation: Situation, room: number): Situation {
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
