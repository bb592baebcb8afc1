import { rad, m, type Metres, type Radians } from '#base/units.js'

/**
 * How far the virtual base differs from the one that its controller computes with, and how far its floor differs from
 * an ideal one. The controller knows none of it: it has its encoders, and the sizes that it was built with.
 */
export interface Ground {
  /** of each wheel, drawn for each move: the largest share of its rim's speed that is lost or won to the floor */
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
 * `ideal`: wheels and sizes are as the controller believes. `floor`: what a workshop floor and a base assembled by hand
 * do: slip of 3 %, wheels within half a percent, a robot set down by hand within 30 mm and 3°.
 */
export const GROUNDS: Readonly<Record<GroundName, Ground>> = {
  ideal: { slip: 0, radius: 0, distance: 0, direction: rad(0), startsOff: m(0), startsTurned: rad(0) },
  floor: {
    slip: 0.03,
    radius: 0.005,
    distance: 0.003,
    direction: rad(0.005),
    startsOff: m(0.03),
    startsTurned: rad((3 * Math.PI) / 180),
  },
}
