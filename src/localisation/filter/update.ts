import type { Pose } from '#base/field-map.js'
import { rad } from '#base/units.js'
import type { PoseFix } from '#localisation/ports.js'
import { eigenPairs } from './eigen.js'
import { wrapped } from './kinematics.js'
import {
  cholesky,
  identity,
  matrix,
  plus,
  sandwich,
  solve,
  squaredDistance,
  times,
  timesTransposed,
  zeros,
  type Matrix,
} from './matrix.js'
import { difference, matrixOf, seenAt } from './pose-covariance.js'
import { afterFix } from './quality.js'
import { HEADING, MOUNTING, poseOf, SIZE, surePoseOf, type FilterModel, type FilterState } from './state.js'

/** What became of a fix: d² is its squared distance from the pose, the gate the largest with which it is accepted. */
export type FixJudgement = AppliedFix['judgement'] | { readonly kind: 'too-old' } | { readonly kind: 'ahead' }

export interface AppliedFix {
  readonly state: FilterState
  readonly judgement: {
    readonly kind: 'accepted' | 'rejected'
    /** infinite for a fix whose numbers are no pose, or whose covariance is none */
    readonly d2: number
    readonly gate: number
  }
}

/**
 * A fix for the moment of `before`, or for one that no step covers.
 *
 * It is tested with its own covariance against the χ² gate of its rank, and weighs less than that if the last one of
 * its source was a moment ago: errors of a map or of a mounting stay alike for a while, and do not average out as if
 * each fix were measured afresh. Covariance by Joseph's form, P' = (I − k·h)·P·(I − k·h)ᵀ + k·R·kᵀ.
 */
export function correct(model: FilterModel, before: FilterState, fix: PoseFix): AppliedFix {
  const { parameters } = model
  const gate = parameters.gates[(fix.rank - 1) as 0 | 1 | 2]
  const measured = observed(fix, before)
  const d2 = measured === undefined ? Infinity : squaredDistance(measured.innovation, measured.spread)
  const accepted = measured !== undefined && d2 <= gate
  const after = accepted ? updated(before, measured, likeness(before, fix, parameters.correlationUs)) : {}
  const fixedUs = accepted ? { ...before.fixedUs, [fix.source]: fix.tUs } : before.fixedUs
  const next: FilterState = { ...before, ...after, fixedUs }
  const believed = poseOf(before)
  const sure = seenAt(surePoseOf(next), model.gripper)
  const watch =
    next.watch && afterFix(next.watch, { tUs: fix.tUs, fix, accepted, believed, sure }, parameters)
  const kind = accepted ? 'accepted' : 'rejected'
  return { state: { ...next, watch }, judgement: { kind, d2: Number.isFinite(d2) ? d2 : Infinity, gate } }
}

/** A fix in the directions in which it says something. The scanner's heading is that of the body and its mounting's. */
interface Observed {
  /** rank × 1 */
  readonly innovation: Matrix
  /** its covariance, of pose and fix together */
  readonly spread: Matrix
  /** the fix's alone */
  readonly noise: Matrix
  /** from the state to these directions, rank × 8 */
  readonly byState: Matrix
}

function observed({ source, pose, covariance, rank }: PoseFix, state: FilterState): Observed | undefined {
  const whole = matrixOf(covariance)
  if (cholesky(whole) === undefined) return undefined
  const directions = rank === 3 ? identity(3) : observable(whole, rank)
  const byState = zeros(rank, SIZE)
  directions.cells.forEach((value, i) => (byState.cells[Math.floor(i / 3) * SIZE + (i % 3)] = value))
  const turned = source === 'lidar' ? (state.mean[MOUNTING] as number) : 0
  if (source === 'lidar')
    for (let row = 0; row < rank; row++)
      byState.cells[row * SIZE + MOUNTING] = byState.cells[row * SIZE + HEADING] as number
  const believed = poseOf(state)
  const seen: Pose = { ...believed, theta: rad(believed.theta + turned) }
  const noise = sandwich(directions, whole)
  return {
    innovation: times(directions, difference(pose, seen)),
    spread: plus(sandwich(byState, state.covariance), noise),
    noise,
    byState,
  }
}

/**
 * The directions of (x, y, θ) in which a fix says something: the `rank` eigenvectors of its covariance with the
 * smallest eigenvalues, which are those of its information with the largest. For metres and radians to be compared,
 * an angle counts as the way of a point at `LEVER` from the middle. Along eigenvectors the errors are independent, so
 * leaving the others out loses only what they say, and they say nothing. Every full set of directions gives the same
 * d².
 */
function observable(covariance: Matrix, rank: 1 | 2): Matrix {
  const scale = matrix([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, LEVER],
  ])
  const best = eigenPairs(sandwich(scale, covariance)).slice(0, rank)
  return matrix(best.map(({ vector: [x = 0, y = 0, turn = 0] }) => [x, y, turn * LEVER]))
}

/** m/rad: about the radius of the body */
const LEVER = 0.2

/** By how much the covariance of a fix grows for coming soon after the last of its source; 1 if it does not. */
function likeness({ fixedUs }: FilterState, { source, tUs }: PoseFix, correlationUs: number): number {
  const last = fixedUs[source]
  return last === undefined ? 1 : Math.max(1, correlationUs / Math.max(tUs - last, 1))
}

function updated(
  { mean, covariance }: FilterState,
  { innovation, spread, noise, byState }: Observed,
  inflation: number,
): Pick<FilterState, 'mean' | 'covariance'> {
  const inflated = plus(noise, noise, inflation - 1)
  const lower = cholesky(plus(spread, noise, inflation - 1))
  if (lower === undefined) return { mean, covariance }
  // k = P·hᵀ·S⁻¹, and so kᵀ = S⁻¹·(h·P)
  const gainTransposed = solve(lower, times(byState, covariance))
  const gain = transposed(gainTransposed)
  const shift = times(gain, innovation)
  const next = mean.map((value, i) => value + (shift.cells[i] as number))
  next[HEADING] = wrapped(next[HEADING] as number)
  const rest = plus(identity(SIZE), times(gain, byState), -1)
  return { mean: next, covariance: plus(sandwich(rest, covariance), sandwich(gain, inflated)) }
}

const transposed = (a: Matrix): Matrix => timesTransposed(identity(a.columns), a)
