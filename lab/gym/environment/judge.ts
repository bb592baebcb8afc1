import { length, subtract, type Vector } from '#tabletop/arm/pose.js'
import type { Task } from '../tasks/task.js'
import type { SceneState } from './observation.js'

export interface Assessment {
  /** dense, −1 to 0; 0 while what was asked is so */
  readonly reward: number
  /** what was asked is so, by where things are */
  readonly reached: boolean
}

/** Judges where things are now; nothing counts but their positions and speeds. @param seconds since `before` */
export function judge(
  task: Task,
  goal: Vector,
  { now, before, seconds }: { now: SceneState; before: SceneState; seconds: number },
): Assessment {
  const miss = length(subtract(now.achieved, goal))
  const away = length(subtract(now.item, now.gripper))
  const reached =
    miss <= task.tolerance &&
    (!task.rest || length(subtract(now.item, before.item)) / seconds < AT_REST) &&
    (!task.letGo || away > AWAY) &&
    (!('onto' in task.goal) || standsOn(now))
  const near = task.goal.of === 'gripper' ? 0 : length(subtract(grip(task, now), now.gripper))
  const far = task.mechanism === undefined ? miss / LENGTH : miss / task.mechanism.opens
  // who has to let go is not paid for staying
  const leaving = task.letGo && miss <= task.tolerance ? 0.7 + 0.3 * Math.min(1, away / AWAY) : undefined
  const touch = leaving ?? 1 - Math.tanh(10 * near)
  // never positive: an episode ends with success, and nobody shall be paid for putting that off
  return { reward: reached ? 0 : 0.3 * touch + 0.7 * (1 - Math.tanh(2 * far)) - 1, reached }
}

/** What the gripper has to get to first. */
const grip = (task: Task, { item, handle }: SceneState): Vector =>
  task.mechanism === undefined ? item : handle

/** The first item stands on the second one, wherever that has got to. */
function standsOn({ item, other }: SceneState): boolean {
  const [x, y, z] = subtract(item, other)
  return Math.hypot(x, y) < 0.02 && Math.abs(z - 0.04) < 0.005
}

/** Slower is at rest, metres a second. */
const AT_REST = 0.05
/** A gripper that is farther from an item's middle has let go of it, metres. */
const AWAY = 0.05
/** At this distance from its goal an item earns little, metres. */
const LENGTH = 0.25
