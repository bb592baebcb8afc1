import type { PoseSourceId } from '#localisation/ports.js'
import { m, rad, type Metres, type Radians } from '#base/units.js'

/** Everything that the filter assumes about the robot, its floor and its sensors. */
export interface FilterParameters {
  /** slip of a wheel in one move, standard deviation, share of its way */
  readonly slip: number
  /** error of a wheel's radius, standard deviation, share of it */
  readonly radius: number
  /** what else the way of a rim has of noise: variance for each metre rolled, m²/m */
  readonly rimNoise: number
  /** how a slip wanders during a move: variance for each metre rolled, 1/m */
  readonly slipWalk: number
  readonly gyro: GyroParameters
  /** by how much the scanner may sit turned on the robot, standard deviation, rad */
  readonly mounting: Radians
  /** how long the robot must have stood until its body is at rest and the gyro shows its bias alone, µs */
  readonly restUs: number
  /** χ² of the largest d² with which a fix is accepted: of rank 1, 2, 3 */
  readonly gates: readonly [number, number, number]
  /** for how long the errors of one source stay alike, µs */
  readonly correlationUs: number
  /** how far back a fix may lie, µs */
  readonly ringUs: number
  /** how far a fix may lie ahead of the newest step, µs: clocks are not read at one moment */
  readonly aheadUs: number
  readonly quality: QualityParameters
}

interface GyroParameters {
  /** angle random walk, rad/√s */
  readonly noise: number
  /** standard deviation of its bias when switched on, rad/s */
  readonly bias: number
  /** how its bias wanders, rad/s/√s */
  readonly biasWalk: number
  /** standard deviation of its scale, share of the rate */
  readonly scale: number
  /** how long a turn lasts, µs: over so long the error of the scale adds up instead of averaging out */
  readonly scaleUs: number
}

export interface QualityParameters {
  /** for how long after an accepted fix the pose counts as corrected, µs */
  readonly trackingUs: Readonly<Record<PoseSourceId, number>>
  /** the largest standard deviations with which the robot may drive by its wheels */
  readonly coasting: { readonly place: Metres; readonly heading: Radians }
  /** so many rejected fixes that agree with each other contradict the pose */
  readonly contradictions: number
  /** so many accepted fixes in a row end a doubt */
  readonly confirmations: number
  /** gyro and wheels contradict each other beyond so many standard deviations … */
  readonly disagreement: number
  /** … for so long, µs */
  readonly disagreementUs: number
  /** a doubt that lasts so long loses the pose, µs */
  readonly doubtUs: number
}

const degrees = (value: number): Radians => rad((value * Math.PI) / 180)

/**
 * `docs/plans/real-floor.md`, §2.3 and §2.4, where nothing else is said.
 *
 * Slip: uniform within ±3 %, so 3 %/√3. Gates: quantiles 99.9 % of χ² with 1, 2 and 3 degrees of freedom
 * (NIST/SEMATECH e-Handbook, 1.3.6.7.4). Gyro: noise and walk are the plan's for a cheap MEMS gyro and have not been
 * checked against a datasheet; the bias is twice the 0.01 rad/s that the simulated floor is planned with. The length
 * of a turn and the number of confirmations are this module's own: a quarter turn at 1.5 rad/s takes a second, and
 * three fixes in a row within the gate are no coincidence of a reflection.
 */
export const FILTER_PARAMETERS: FilterParameters = {
  slip: 0.03 / Math.sqrt(3),
  radius: 0.005,
  rimNoise: 1e-4,
  slipWalk: 1e-5,
  gyro: {
    noise: degrees(0.005),
    bias: 0.02,
    biasWalk: degrees(0.002),
    scale: 0.003,
    scaleUs: 1_000_000,
  },
  mounting: degrees(0.6),
  restUs: 300_000,
  gates: [10.83, 13.82, 16.27],
  correlationUs: 300_000,
  ringUs: 1_500_000,
  aheadUs: 5_000,
  quality: {
    trackingUs: { lidar: 500_000, 'tags-mast': 1_000_000, 'tags-robot': 1_000_000 },
    coasting: { place: m(0.04), heading: degrees(3) },
    contradictions: 5,
    confirmations: 3,
    disagreement: 5,
    disagreementUs: 200_000,
    doubtUs: 2_000_000,
  },
}
