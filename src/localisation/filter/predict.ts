import type { OdometryStep } from '#localisation/ports.js'
import { wrapped } from './kinematics.js'
import { diagonal, plus, sandwich, times, timesTransposed, zeros, cell, type Matrix } from './matrix.js'
import { motionOf, type Motion } from './motion.js'
import { seenAt } from './pose-covariance.js'
import { afterStep } from './quality.js'
import {
  BIAS,
  HEADING,
  SCALES,
  SIZE,
  slipDrawn,
  surePoseOf,
  type FilterModel,
  type FilterState,
} from './state.js'

/**
 * One step of wheels and gyro.
 *
 * Wheel noise is in the step, and the gyro measures the turn that includes it. So the gyro is no measurement of the
 * state alone: both are done at once, with A = F − k·h and B = G − k·g in P' = A·P·Aᵀ + B·W·Bᵀ + k·R·kᵀ, which is
 * positive semi-definite for every k (Joseph's form; Bar-Shalom, Li, Kirubarajan, Estimation with Applications to
 * Tracking and Navigation, §5.2.3). F, G: how the state after the step depends on the state before and on the rims;
 * h, g: how the measured turn does; k: the gain.
 *
 * A robot that stands gets no noise of the rims. With wheels at rest the gyro measures its bias (zero-rate update),
 * but not before the body has stopped swaying.
 */
export function advance(model: FilterModel, before: FilterState, step: OdometryStep): FilterState {
  const { parameters } = model
  const begins = before.stoodUs > 0 && !step.standing
  const from = begins ? slipDrawn(before, parameters) : before
  const motion = motionOf(model.kinematics, from.mean, step.turn)
  const rims = step.standing ? zeros(3, 3) : rimNoise(motion, parameters.rimNoise)
  const compared = !step.standing || from.stoodUs >= parameters.restUs
  const gyro = compared ? gyroOf(model, { from, step, motion, rims }) : undefined
  const agrees = gyro !== undefined && gyro.distance <= parameters.quality.disagreement
  const after = agrees ? corrected(motion, { from, rims, gyro }) : uncorrected(motion, { from, rims })
  addWalks(after.covariance, model, { step, motion })

  const stoodUs = step.standing ? from.stoodUs + step.dtUs : 0
  const next: FilterState = { ...from, ...after, tUs: step.tUs, stoodUs }
  if (next.watch === undefined) return next
  const watch = afterStep(
    next.watch,
    {
      tUs: step.tUs,
      dtUs: step.dtUs,
      sure: seenAt(surePoseOf(next), model.gripper),
      gyro: gyro === undefined ? 'not compared' : agrees ? 'agrees' : 'disagrees',
    },
    parameters,
  )
  return { ...next, watch }
}

interface Prediction {
  readonly from: FilterState
  /** covariance of the rims' noise, m² */
  readonly rims: Matrix
}

/** The gyro's turn of a step against that of the wheels. */
interface GyroTurn {
  /** measured minus expected, rad */
  readonly innovation: number
  /** variance of the measurement, rad² */
  readonly noise: number
  /** its innovation in standard deviations */
  readonly distance: number
  /** 8 × 1 */
  readonly gain: Matrix
  /** how the turn depends on the state (1 × 8) and on the rims (1 × 3) */
  readonly byState: Matrix
  readonly byRim: Matrix
}

function gyroOf(
  { kinematics, parameters }: FilterModel,
  { from, step, motion, rims }: Prediction & { readonly step: OdometryStep; readonly motion: Motion },
): GyroTurn | undefined {
  if (step.yaw === undefined) return undefined
  const seconds = step.dtUs / 1e6
  const { gyro } = parameters
  // the scale errs alike during a turn, so its part of each step is as large as makes their sum right after a turn
  const alike = Math.max(1, gyro.scaleUs / step.dtUs)
  const noise = gyro.noise ** 2 * seconds + (gyro.scale * step.yaw) ** 2 * alike
  const byRim = zeros(1, 3)
  const byState = zeros(1, SIZE)
  for (const i of [0, 1, 2] as const) {
    byRim.cells[i] = kinematics.rows[2][i]
    byState.cells[SCALES + i] = kinematics.rows[2][i] * motion.rolled[i]
  }
  byState.cells[BIAS] = seconds
  const stateTurn = timesTransposed(from.covariance, byState)
  const rimTurn = timesTransposed(rims, byRim)
  const withTurn = plus(times(motion.byState, stateTurn), times(motion.byRim, rimTurn))
  const variance = cell(times(byState, stateTurn), 0, 0) + cell(times(byRim, rimTurn), 0, 0) + noise
  if (!(variance > 0)) return undefined
  const innovation = step.yaw - (motion.turn + (from.mean[BIAS] as number) * seconds)
  const gain = plus(zeros(SIZE, 1), withTurn, 1 / variance)
  return { innovation, noise, distance: Math.abs(innovation) / Math.sqrt(variance), gain, byState, byRim }
}

type MeanAndCovariance = Pick<FilterState, 'mean' | 'covariance'>

function corrected(
  motion: Motion,
  { from, rims, gyro }: Prediction & { readonly gyro: GyroTurn },
): MeanAndCovariance {
  const mean = motion.mean.slice()
  for (let i = 0; i < SIZE; i++) (mean[i] as number) += (gyro.gain.cells[i] as number) * gyro.innovation
  mean[HEADING] = wrapped(mean[HEADING] as number)
  const byState = plus(motion.byState, times(gyro.gain, gyro.byState), -1)
  const byRim = plus(motion.byRim, times(gyro.gain, gyro.byRim), -1)
  const own = timesTransposed(gyro.gain, gyro.gain)
  const covariance = plus(plus(sandwich(byState, from.covariance), sandwich(byRim, rims)), own, gyro.noise)
  return { mean, covariance }
}

const uncorrected = ({ mean, byState, byRim }: Motion, { from, rims }: Prediction): MeanAndCovariance => ({
  mean,
  covariance: plus(sandwich(byState, from.covariance), sandwich(byRim, rims)),
})

const rimNoise = ({ rolled }: Motion, perMetre: number): Matrix =>
  diagonal([perMetre * Math.abs(rolled[0]), perMetre * Math.abs(rolled[1]), perMetre * Math.abs(rolled[2])])

/** What wanders by itself: the slip with the way, the bias with time. */
function addWalks(
  { cells }: Matrix,
  { parameters }: FilterModel,
  { step, motion }: { readonly step: OdometryStep; readonly motion: Motion },
): void {
  for (const i of [0, 1, 2] as const)
    (cells[(SCALES + i) * (SIZE + 1)] as number) += parameters.slipWalk * Math.abs(motion.rolled[i])
  const seconds = step.dtUs / 1e6
  ;(cells[BIAS * (SIZE + 1)] as number) += parameters.gyro.biasWalk ** 2 * seconds
}
