import type { CameraModel } from '#base/camera-model.js'
import type { WorldState } from '#twin/field/world.js'
import { ROBOT } from '#simulation/field/dimensions.js'
import {
  cross,
  fromAxes,
  LEVEL,
  yaw,
  normalised,
  vec,
  type Quaternion,
  type Stamp,
  type Vec,
} from '../shapes/geometry.js'

/**
 * Coordinate frames: `base` (the body's centre on the floor) and `camera` are children of `field`; `gripper` of
 * `base`.
 */
type Frame = 'field' | 'base' | 'gripper' | 'camera'

/** The robot's pose: its position is that of its gripper (`ROBOT`). */
export interface Pose2D {
  readonly x: number
  readonly y: number
  readonly theta: number
}

/**
 * All frames in one message: a viewer that seeks to a moment reads only the newest message of the topic.
 * @param lift height of the gripper, metres
 */
export function transforms(
  timestamp: Stamp,
  at: { readonly pose: Pose2D; readonly lift: number; readonly camera: CameraModel },
): object {
  const { x, y, theta } = at.pose
  const behind: number = ROBOT.bodyBehindGripper
  const base = vec(x - Math.sin(theta) * behind, y + Math.cos(theta) * behind)
  return {
    transforms: [
      transform(timestamp, 'field', 'base', { translation: base, rotation: yaw(theta) }),
      transform(timestamp, 'base', 'gripper', { translation: vec(0, -behind, at.lift), rotation: LEVEL }),
      transform(timestamp, 'field', 'camera', {
        translation: vec(...at.camera.eye),
        rotation: orientationOf(at.camera),
      }),
    ],
  }
}

/** The gripper's believed height. @returns metres above the floor */
export const liftOf = (belief: WorldState | undefined): number =>
  belief?.gripper.lift === 'up'
    ? ROBOT.liftHeight
    : belief?.gripper.lift === 'between'
      ? ROBOT.liftHeight / 2
      : 0

/** The camera's calibration, so that the viewer can overlay the scene on the picture. */
export function calibration(timestamp: Stamp, { width, height, focal }: CameraModel): object {
  const [u, v] = [width / 2, height / 2]
  return {
    timestamp,
    frame_id: 'camera',
    width,
    height,
    distortion_model: 'plumb_bob',
    D: [0, 0, 0, 0, 0],
    K: [focal, 0, u, 0, focal, v, 0, 0, 1],
    R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    P: [focal, 0, u, 0, 0, focal, v, 0, 0, 0, 1, 0],
  }
}

interface TransformOf {
  readonly translation: Vec
  readonly rotation: Quaternion
}

const transform = (
  timestamp: Stamp,
  parent: Frame,
  child: Frame,
  { translation, rotation }: TransformOf,
): object => ({
  timestamp,
  parent_frame_id: parent,
  child_frame_id: child,
  translation,
  rotation,
})

/** The camera's orientation. Optical axes: x to the right of the picture, y down, z into it. */
function orientationOf({ eye, lookAt }: CameraModel): Quaternion {
  const forward = normalised(vec(lookAt[0] - eye[0], lookAt[1] - eye[1], lookAt[2] - eye[2]))
  const right = normalised(cross(forward, vec(0, 0, 1)))
  return fromAxes(right, cross(forward, right), forward)
}
