import type { Ms } from '#base/units.js'
import type { TickStatus } from '#bt/status.js'
import type { EndReason, EpisodeOutcome } from '#learning/episode.js'

/** What depends on the task of an episode and the world in which it takes place. */
export interface EpisodeTask {
  /** an episode never takes longer, seconds from the first tick */
  readonly limitSeconds: number
  /** The referee's result so far: ground truth on a virtual robot, the sensors' belief on a real one. */
  outcome(witnessed: Witnessed): EpisodeOutcome
  /** Whether the mission is over although the tree still runs, and why. */
  over?(): EndReason | undefined
  /** Resolves when no perception is in progress; virtual time stands still until then. */
  whenIdle?(): Promise<void>
}

/** What the runtime itself has observed of the episode. */
export interface Witnessed {
  /** from the first tick of the tree to now */
  readonly operatingSeconds: number
  /** how long an operator has held the robot since this moment of the body's clock, ms */
  pausedMs(since: number): number
}

/** What ends an uninterrupted episode (AMB-04; `SafetyMonitor` covers interruptions), checked once per reflex turn. */
export interface EndConditions {
  readonly status: TickStatus | 'no-tree'
  readonly task: Pick<EpisodeTask, 'limitSeconds' | 'over'>
  /** since the first tick of the tree */
  readonly elapsed: Ms
}

/** Returns the first reason that applies, in order of precedence; `undefined` while the episode goes on. */
export function endReasonOf({ status, task, elapsed }: EndConditions): EndReason | undefined {
  if (status === 'SUCCESS') return 'tree-success'
  if (status === 'FAILURE' || status === 'SKIPPED') return 'tree-failure'
  const over = task.over?.()
  if (over !== undefined) return over
  return elapsed >= task.limitSeconds * 1000 ? 'time-limit' : undefined
}
