import type { Ms } from '#base/units.js'
import type { TickStatus } from '#bt/status.js'
import type { EndReason } from '#learning/episode.js'
import type { WorldState } from '#twin/world.js'

/** What ends an uninterrupted episode (AMB-04; `SafetyMonitor` covers interruptions), checked once per reflex turn. */
export interface EndConditions {
  readonly status: TickStatus | 'no-tree'
  readonly state: WorldState
  readonly trace: { lastSuccess(node: string): number | undefined }
  /** since the first tick of the tree */
  readonly elapsed: Ms
}

/** Hard stop of benchmarks §6.1: an episode never runs longer, seconds of virtual time. */
export const HARD_STOP_SECONDS = 150

/** Returns the first reason that applies, in order of precedence; `undefined` while the episode goes on. */
export function endReasonOf(conditions: EndConditions): EndReason | undefined {
  if (conditions.status === 'SUCCESS') return 'tree-success'
  if (conditions.status === 'FAILURE' || conditions.status === 'SKIPPED') return 'tree-failure'
  if (isBackHome(conditions)) return 'home-reached'
  if (conditions.elapsed >= HARD_STOP_SECONDS * 1000) return 'time-limit'
  return undefined
}

/**
 * "The episode is complete when the robot returns to the finish area" (vrl.txt IV.C), after a block was unloaded. The
 * skill's own result counts, not the position alone: a robot that crosses its home has not returned.
 */
function isBackHome({ state, trace }: EndConditions): boolean {
  const home = state.robot.place !== 'between' && state.robot.place.kind === 'home'
  if (!home) return false
  const unloaded = trace.lastSuccess('UnloadBlocks')
  return unloaded !== undefined && (trace.lastSuccess('MoveToHome') ?? -1) > unloaded
}
