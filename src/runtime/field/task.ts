import type { RobotConnection } from '../robot-connection.js'
import type { EndReason } from '#learning/episode.js'
import type { WorldState } from '#twin/field/world.js'
import type { EpisodeTask } from '../episode-task.js'
import type { FaceWorker } from './face-worker.js'
import type { TraceRecorder } from '../trace-recorder.js'

/** Hard stop of benchmarks §6.1: an episode never runs longer, seconds of the episode's clock. */
export const HARD_STOP_SECONDS = 150

/** The task of vrl.txt IV on the field: the referee of its blocks, and the end of a mission. */
export const fieldTask = (parts: {
  readonly body: Pick<RobotConnection, 'outcome'>
  readonly robot: { state(): WorldState }
  readonly trace: Pick<TraceRecorder, 'lastSuccess'>
  readonly faces: Pick<FaceWorker, 'whenIdle'>
}): EpisodeTask => ({
  limitSeconds: HARD_STOP_SECONDS,
  outcome: (witnessed) =>
    parts.body.outcome(parts.robot.state(), { ...witnessed, leftHome: leftHome(parts.trace) }),
  over: () => (isBackHome(parts.robot.state(), parts.trace) ? HOME_REACHED : undefined),
  whenIdle: () => parts.faces.whenIdle(),
})

const HOME_REACHED = 'home-reached' satisfies EndReason

/** The robot counts as having left home once a move elsewhere has succeeded. */
const leftHome = (trace: Pick<TraceRecorder, 'lastSuccess'>): boolean =>
  trace.lastSuccess('MoveToZone') !== undefined || trace.lastSuccess('MoveCursor') !== undefined

/**
 * "The episode is complete when the robot returns to the finish area" (vrl.txt IV.C), after a block was unloaded. The
 * skill's own result counts, not the position alone: a robot that crosses its home has not returned.
 */
function isBackHome({ robot }: WorldState, trace: Pick<TraceRecorder, 'lastSuccess'>): boolean {
  const home = robot.place !== 'between' && robot.place.kind === 'home'
  if (!home) return false
  const unloaded = trace.lastSuccess('UnloadBlocks')
  return unloaded !== undefined && (trace.lastSuccess('MoveToHome') ?? -1) > unloaded
}
