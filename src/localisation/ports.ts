import type { Pose } from '#base/field-map.js'
import type { Metres, Radians } from '#base/units.js'

/**
 * How sure a pose is: the symmetric covariance of (x, y, θ) in the field's frame.
 * xx, xy, yy in m²; xt, yt in m·rad; tt in rad².
 */
export interface PoseCovariance {
  readonly xx: number
  readonly xy: number
  readonly xt: number
  readonly yy: number
  readonly yt: number
  readonly tt: number
}

/** How far the wheels and the gyro have turned since the step before. */
export interface OdometryStep {
  /** at its end, µs of the controller's clock */
  readonly tUs: number
  /** how long it took, µs */
  readonly dtUs: number
  /** by how much each wheel has turned; wheels as in `fw_base.c` */
  readonly turn: readonly [Radians, Radians, Radians]
  /** by how much the gyro has turned, where there is one and it is right */
  readonly yaw?: Radians
  /** the robot stands and is not told to move */
  readonly standing: boolean
}

export type PoseSourceId = 'lidar' | 'tags-mast' | 'tags-robot'

/** A pose measured from outside, for a moment in the past. */
export interface PoseFix {
  readonly source: PoseSourceId
  /** when it was so, µs of the controller's clock */
  readonly tUs: number
  /** of the middle of the body, in the field's frame */
  readonly pose: Pose
  readonly covariance: PoseCovariance
  /** in how many directions of (x, y, θ) it says anything; in the others its covariance is very large */
  readonly rank: 1 | 2 | 3
}

/**
 * unknown: never found; tracking: corrected a moment ago; coasting: by the wheels, sure enough to drive;
 * doubtful: what is measured contradicts it; lost: it has to be found anew.
 */
export type PoseQuality = 'unknown' | 'tracking' | 'coasting' | 'doubtful' | 'lost'

/** Where the robot is, and how sure that is. */
export interface PoseEstimate {
  /** µs of the controller's clock */
  readonly tUs: number
  /** of the gripper's centre, as everywhere else */
  readonly pose: Pose
  readonly covariance: PoseCovariance
  readonly quality: PoseQuality
}

/** One turn of a laser scanner, or a part of one. Every array has one entry for each ray, in the order of time. */
export interface LaserScan {
  /** when its first and its last ray were measured, µs of the controller's clock */
  readonly startUs: number
  readonly endUs: number
  /** direction of a ray in the robot's frame, counter-clockwise, 0 = along +x; radians */
  readonly angles: readonly Radians[]
  /** metres; NaN: nothing came back */
  readonly ranges: readonly Metres[]
  /** when a ray was measured, µs after `startUs` */
  readonly offsetsUs: readonly number[]
}
