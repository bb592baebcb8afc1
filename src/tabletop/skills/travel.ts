import { inverse, type Joints } from '../arm/kinematics.js'
import type { Pose } from '../arm/pose.js'
import { REST_JOINTS } from '../arm/postures.js'
import { above, before, moveJoints, moveLine, type Limits } from './motion.js'
import { SkillFailure, type Program, type Rig } from './rig.js'

/** Free motion is made at this height of the fingertips over the table, metres: above everything that stands on it. */
const HIGH = 0.28

/** Average speed of a straight line in free air at full speed, m/s. */
const LINE_SPEED = 0.25

/** From wherever the arm is, up and over to a pose in front of the goal; the last way is left to the skill. */
export function* travelTo(rig: Rig, goal: Pose, standOff = 0.08, limits: Limits = {}): Program {
  yield* rise(rig, limits)
  const start = before(goal, standOff)
  const high = start.position[2] < HIGH ? above(start, HIGH - start.position[2]) : start
  yield* moveJoints(rig, reach(rig, high), { clearance: 0.01, ...limits })
  yield* moveLine(rig, start, LINE_SPEED * rig.speed, limits)
}

/** Straight up, so that nothing is touched sideways. */
export function* rise(rig: Rig, limits: Limits = {}): Program {
  const { position } = rig.pose
  if (!isHigh(rig)) yield* moveLine(rig, above(rig.pose, HIGH - position[2]), LINE_SPEED * rig.speed, limits)
}

/** The gripper is above everything that stands on the table. */
export const isHigh = (rig: Rig): boolean => rig.pose.position[2] >= HIGH - 0.005

/** Back along the direction in which the gripper points, then up. */
export function* retreat(rig: Rig, metres: number, limits: Limits = {}): Program {
  yield* moveLine(rig, before(rig.pose, metres), LINE_SPEED * rig.speed, limits)
  yield* rise(rig, limits)
}

/** To where the arm does not hide anything. */
export function* rest(rig: Rig, limits: Limits = {}): Program {
  yield* rise(rig, limits)
  yield* moveJoints(rig, REST_JOINTS, limits)
}

/** The joint angles of a pose, or a failure that says why there are none. */
function reach(rig: Rig, pose: Pose): Joints {
  const reached = inverse(pose, rig.setpoint.joints, rig.known.held === undefined)
  if (!reached.ok) throw new SkillFailure(reached.error)
  return reached.value
}

/** Whether the gripper gets there, and how much room it has, metres. */
export function room(
  rig: Rig,
  pose: Pose,
  { opening, except }: { opening: number; except: readonly string[] },
): number {
  const reached = inverse(pose, rig.setpoint.joints, rig.known.held === undefined)
  if (!reached.ok) return -1
  return rig.clearance.closest({ path: [reached.value], opening, except }, rig.known, 0.02).distance
}
