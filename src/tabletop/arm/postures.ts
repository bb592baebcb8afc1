import { inverse, type Joints } from './kinematics.js'
import { pointingAhead, pointingDown, type Pose, type Rotation, type Vector } from './pose.js'

/** Where the arm waits: out of the view of its camera on the mast, fingers down. */
const REST: Pose = { position: [0.22, 0, 0.36], rotation: pointingDown(Math.PI / 2) }

/** The angles at rest. */
export const REST_JOINTS: Joints = angles(REST, [0, -1.2, 1.9, 0, 0.9, 0])

/** How far a flat gripper may be turned away from its own direction, radians: the next one is tried where one fails. */
const TURNED = [0, 0.35, -0.35, 0.7, -0.7]

/** The gripper lies flat and points at a spot from the base, or a little from one side. */
export const flatTowards = ([x, y]: Vector): Rotation[] =>
  TURNED.map((turned) => pointingAhead(Math.atan2(y, x) + turned))

/**
 * The joint angles of a pose that the arm is built to reach.
 * @param near a posture of the branch that is meant: elbow up, wrist not turned over
 * @throws Error when the arm does not reach it: a mistake in this file, not of a scene
 */
function angles(pose: Pose, near: Joints): Joints {
  const reached = inverse(pose, near)
  if (!reached.ok) throw new Error(reached.error)
  return reached.value
}
