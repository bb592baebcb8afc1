import type { CameraView } from '#simulation/render/scene.js'
import { forward, type Joints } from '../arm/kinematics.js'
import { add, length, rotationOf, scale, subtract, times, turn, type Vector } from '../arm/pose.js'

/**
 * The camera on the gripper, for the angles that the joints have: beside the palm, it looks past the fingertips at what
 * they are about to take.
 * @param size of the picture, pixels
 */
export function wristCamera(
  joints: Joints,
  size: { readonly width: number; readonly height: number },
): CameraView {
  const { position, rotation } = forward(joints)
  const ahead = scale(LOOKS, 1 / length(LOOKS))
  // right, up and back in the frame of the gripper: its fingers move to the left and right in the picture
  const mount = rotationOf([0, -1, 0], up(ahead))
  return {
    ...size,
    position: add(position, turn(rotation, MOUNTED)),
    rotation: times(rotation, mount).flat(),
    fovY: FOV_DEGREES,
  }
}

/** Where it is fixed and what it looks at, from between the fingertips in the frame of the gripper, metres. */
const MOUNTED: Vector = [-0.13, 0, 0.065]
const AIMED: Vector = [0.02, 0, 0]
const LOOKS: Vector = subtract(AIMED, MOUNTED)
const FOV_DEGREES = 58

/** At a right angle to the direction in which it looks and to the way of the fingers. */
const up = ([x, , z]: Vector): Vector => [-z, 0, x]
