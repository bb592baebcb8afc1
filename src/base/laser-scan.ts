import type { Metres, Radians } from './units.js'

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
