import type { Pair } from './associate.js'
import { solve, type Symmetric, type Vector } from './symmetric.js'

/** The normal equations of one step: unknown are how x, y and θ change, and the offset ρ of every range. */
export interface Normal {
  /** the sum of the weights */
  readonly weight: number
  /** JᵀWJ over x, y and θ, once ρ is eliminated */
  readonly marginal: Symmetric
  readonly step: { readonly pose: Vector; readonly offset: number } | undefined
}

/** Tukey's weight: 1 for no error, 0 from `cut` on. */
export function tukey(error: number, cut: number): number {
  const share = error / cut
  return Math.abs(share) >= 1 ? 0 : (1 - share * share) ** 2
}

/**
 * One step of Gauss and Newton with Tukey's weights, which vanish from `cut` metres on. `offset` is that of the
 * ranges now; it is pulled to 0 as strongly as one range with an error of 45 mm would, measured in units of the
 * `noise` of a range. A direction that no pair constrains is left alone.
 */
export function normalOf(
  pairs: readonly Pair[],
  cut: number,
  { offset, noise }: { readonly offset: number; readonly noise: number },
): Normal {
  let weight = 0
  let [xx, xy, xt, yy, yt, tt] = [0, 0, 0, 0, 0, 0]
  let [xr, yr, tr, gx, gy, gt, gr] = [0, 0, 0, 0, 0, 0, 0]
  const pull = (noise / OFFSET_SIGMA) ** 2
  let rr = pull
  gr += pull * offset
  for (const { error, normalX, normalY, byTurn, byRange } of pairs) {
    const w = tukey(error, cut)
    if (w === 0) continue
    const wx = w * normalX
    const wy = w * normalY
    const wt = w * byTurn
    const wr = w * byRange
    weight += w
    xx += wx * normalX
    xy += wx * normalY
    xt += wx * byTurn
    yy += wy * normalY
    yt += wy * byTurn
    tt += wt * byTurn
    xr += wx * byRange
    yr += wy * byRange
    tr += wt * byRange
    rr += wr * byRange
    gx += wx * error
    gy += wy * error
    gt += wt * error
    gr += wr * error
  }
  // Schur's complement of ρ
  const marginal = {
    xx: xx - (xr * xr) / rr,
    xy: xy - (xr * yr) / rr,
    xt: xt - (xr * tr) / rr,
    yy: yy - (yr * yr) / rr,
    yt: yt - (yr * tr) / rr,
    tt: tt - (tr * tr) / rr,
  }
  const gradient: Vector = [(xr * gr) / rr - gx, (yr * gr) / rr - gy, (tr * gr) / rr - gt]
  const pose = solve(damped(marginal, DAMPING * weight), gradient)
  if (pose === undefined) return { weight, marginal, step: undefined }
  const [dx, dy, turn] = pose
  return { weight, marginal, step: { pose, offset: -(gr + xr * dx + yr * dy + tr * turn) / rr } }
}

/** How far a cheap scanner's ranges may all be off, metres: ± 45 mm is what the LD19's maker states. */
const OFFSET_SIGMA = 0.045
/** Keeps the step of a direction that nothing constrains at 0 and does not shift where the steps lead to. */
const DAMPING = 1e-6

const damped = (matrix: Symmetric, by: number): Symmetric => ({
  ...matrix,
  xx: matrix.xx + by,
  yy: matrix.yy + by,
  tt: matrix.tt + by,
})
