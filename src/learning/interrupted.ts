import type { EndReason, EpisodeRecord } from './episode.js'

/** Ends that say nothing of the tree: somebody or something broke the episode off. */
export const INTERRUPTED: ReadonlySet<EndReason> = new Set([
  'link-lost',
  'estop',
  'operator-stop',
  'access-lost',
])

/** Nobody who may stop the robot can get in. */
export const ACCESS_LOST = 'access-lost' satisfies EndReason

/** How many episodes stand when a run goes on: one that was broken off at its end is run again. */
export function standing(records: readonly Pick<EpisodeRecord, 'endReason'>[]): number {
  return records.findLastIndex(({ endReason }) => !INTERRUPTED.has(endReason)) + 1
}
