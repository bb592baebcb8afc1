import { must } from '#base/result.js'
import { inverse, type Joints } from '#tabletop/arm/kinematics.js'
import { pointingDown, type Vector } from '#tabletop/arm/pose.js'
import { REST_JOINTS } from '#tabletop/arm/postures.js'

/** Radians: turned exactly by a quarter, the last joint would be at the end of its range. */
const ASIDE = 0.06

/**
 * Where the arm is when the camera on the gripper takes its pictures: together they show all of the part of
 * the table where things stand, from four sides.
 */
export const SCAN: readonly Joints[] = [
  scanAt([0.42, 0.13, 0.42], 0, 0),
  scanAt([0.42, -0.13, 0.42], 0, Math.PI),
  scanAt([0.3, 0, 0.42], Math.PI / 2 + ASIDE, Math.PI),
  scanAt([0.55, 0, 0.4], Math.PI / 2, 0),
]

/** @param yaw of the gripper, radians @param roll by which it is turned on, the way that its last joint can go */
function scanAt(position: Vector, yaw: number, roll: number): Joints {
  const rotation = pointingDown(yaw)
  const [base, shoulder, elbow, forearm, wrist, tool] = must(
    inverse({ position, rotation }, REST_JOINTS),
    'a scan',
  )
  return [base, shoulder, elbow, forearm, wrist, tool > 0 ? tool - roll : tool + roll]
}
