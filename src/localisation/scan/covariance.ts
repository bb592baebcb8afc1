import type { PoseCovariance } from '../ports.js'
import type { Fit } from './icp.js'
import { eigen, type Symmetric, type Vector } from './symmetric.js'

/** How sure a fitted pose is, and in how many directions of (x, y, θ) the scan says anything. */
export interface Certainty {
  readonly covariance: PoseCovariance
  readonly rank: 0 | 1 | 2 | 3
}

/**
 * The covariance of a fit: σ̂² (JᵀWJ)⁻¹, marginal over the offset of the ranges, plus what the map itself may be
 * wrong by (2 mm, 2 mm, 0.1°). A direction in which the normalised information is below 0.03 is not observed, as the
 * one along a corridor: there the deviation is 100 m. `lever` is a typical distance of the points, metres: it makes a
 * turn comparable with a shift.
 */
export function certaintyOf({ information, weight, noise }: Fit, lever: number): Certainty {
  const directions = eigen(normalised(information, weight, lever))
  const observed = directions.filter(({ value }) => value >= LEAST_INFORMATION)
  let sum: Symmetric = MAP_FLOOR
  for (const { value, vector } of directions) {
    const seen = value >= LEAST_INFORMATION
    const variance = seen ? (noise * noise) / (value * weight) : UNOBSERVED_VARIANCE
    sum = plus(sum, variance, [vector[0], vector[1], vector[2] / lever])
  }
  return { covariance: sum, rank: RANKS[observed.length] ?? 0 }
}

const RANKS = [0, 1, 2, 3] as const
const LEAST_INFORMATION = 0.03
/** (100 m)² */
const UNOBSERVED_VARIANCE = 1e4
/** How well boards are set up and measured: 2 mm, 0.1°. */
const MAP_FLOOR: Symmetric = { xx: 4e-6, xy: 0, xt: 0, yy: 4e-6, yt: 0, tt: (0.1 * (Math.PI / 180)) ** 2 }

const normalised = ({ xx, xy, xt, yy, yt, tt }: Symmetric, weight: number, lever: number): Symmetric => ({
  xx: xx / weight,
  xy: xy / weight,
  xt: xt / weight / lever,
  yy: yy / weight,
  yt: yt / weight / lever,
  tt: tt / weight / lever / lever,
})

const plus = (matrix: Symmetric, by: number, [x, y, t]: Vector): Symmetric => ({
  xx: matrix.xx + by * x * x,
  xy: matrix.xy + by * x * y,
  xt: matrix.xt + by * x * t,
  yy: matrix.yy + by * y * y,
  yt: matrix.yt + by * y * t,
  tt: matrix.tt + by * t * t,
})
