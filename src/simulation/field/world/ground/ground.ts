import { rad, m, type Metres, type Radians } from '#base/units.js'

/**
 * How far the virtual base differs from the one that its controller computes with, and how far its floor differs from
 * an ideal one. The controller knows none of it: it has its encoders, and the sizes that it was built with.
 */
export interface Ground {
  /**
   * the largest share of a rim's speed that is lost, or gained: for each wheel, drawn whenever a base that stood begins
   * to move
   */
  readonly slip: number
  /** standard deviation of a wheel's radius, share of it; drawn once for a robot, as are the two below */
  readonly radius: number
  /** standard deviation of a wheel's distance from the centre, share of it */
  readonly distance: number
  /** standard deviation of a wheel's direction, radians */
  readonly direction: Radians
  /** where an episode really begins: along x and along y at most this far from what the controller is told */
  readonly startsOff: Metres
  /** and turned by at most this much */
  readonly startsTurned: Radians
}

/** The names that a person gives, in the order in which help lists them. */
export const GROUND_NAMES = ['ideal', 'floor'] as const

export type GroundName = (typeof GROUND_NAMES)[number]

/**
 * What errs on each ground but `ideal`, where wheels and sizes are as the controller believes (`IDEAL_ROLLING`).
 * `floor`: what a workshop floor and a base assembled by hand do: slip of 3 %, wheels within half a percent, a robot
 * set down by hand within 30 mm and 3°.
 */
export const GROUNDS: Readonly<Record<Exclude<GroundName, 'ideal'>, Ground>> = {
  floor: {
    slip: 0.03,
    radius: 0.005,
    distance: 0.003,
    direction: rad(0.005),
    startsOff: m(0.03),
    startsTurned: rad((3 * Math.PI) / 180),
  },
}
