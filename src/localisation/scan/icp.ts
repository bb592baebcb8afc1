import type { Pose } from '#base/field-map.js'
import { m, rad, type Metres } from '#base/units.js'
import { associate, type Pair } from './associate.js'
import type { Ray } from './deskew.js'
import { wrapped } from './frames.js'
import { normalOf, tukey } from './normal.js'
import type { Outline } from './outline.js'
import type { Symmetric } from './symmetric.js'

/** Where the rays fit the outline best. */
export interface Fit {
  /** of the body's middle, in the field's frame */
  readonly pose: Pose
  /** to be added to every range */
  readonly offset: Metres
  /** points that have a partner and a weight */
  readonly inliers: number
  /** root mean square of their weighted errors */
  readonly residual: Metres
  /** the noise of a point, robustly estimated: at least 8 mm, the resolution of a cheap scanner */
  readonly noise: Metres
  /** an error from which on a point counts for nothing */
  readonly cut: Metres
  /** JᵀWJ over x, y and θ, marginal over the offset, and the sum of the weights */
  readonly information: Symmetric
  readonly weight: number
  readonly steps: number
  /** the last step was below 2 mm and 2 mrad */
  readonly atRest: boolean
}

/**
 * Moves a pose until the points that the rays have met lie on the outline: point-to-line ICP (Censi, ICRA 2008) by
 * Gauss and Newton, with Tukey's weights and one offset of all ranges as a fourth unknown. The partner of a point is
 * sought within a gate that shrinks from `gate` metres to 80 mm. It rests when a step is below 0.1 mm and 0.05 mrad,
 * or after 12 steps. `undefined`: fewer than ten points have a partner.
 *
 * It finds the pose from 0.1 m and 5° away; from farther away it may end elsewhere.
 */
export function fit(rays: readonly Ray[], outline: Outline, start: Pose, gate: number): Fit | undefined {
  let [pose, offset, steps] = [start, 0, 0]
  let [shift, turn, rests] = [Infinity, Infinity, false]
  while (steps < MOST_STEPS && !rests) {
    const reach = Math.max(FINAL_GATE, gate * SHRINK ** steps)
    const pairs = associate(rays, outline, { pose, offset }, reach)
    if (pairs.length < FEWEST_PAIRS) return undefined
    const noise = noiseOf(pairs)
    // at first most errors are the pose's: where most points fit already, the others would count as outliers
    const cut = reach > FINAL_GATE ? Math.max(TUKEY * noise, reach) : TUKEY * noise
    const { step } = normalOf(pairs, cut, { offset, noise })
    if (step === undefined) return undefined
    const [x, y, theta] = step.pose
    pose = { x: m(pose.x + x), y: m(pose.y + y), theta: rad(pose.theta + theta) }
    offset += step.offset
    shift = Math.hypot(x, y)
    turn = Math.abs(theta)
    rests = reach === FINAL_GATE && shift < SMALL_STEP && turn < SMALL_TURN
    steps++
  }
  const pairs = associate(rays, outline, { pose, offset }, FINAL_GATE)
  if (pairs.length < FEWEST_PAIRS) return undefined
  const noise = noiseOf(pairs)
  const cut = TUKEY * noise
  const { marginal, weight } = normalOf(pairs, cut, { offset, noise })
  const weights = pairs.map(({ error }) => tukey(error, cut))
  const squares = pairs.reduce((sum, { error }, i) => sum + (weights[i] ?? 0) * error * error, 0)
  return {
    pose: { ...pose, theta: wrapped(pose.theta) },
    offset: m(offset),
    inliers: weights.filter((each) => each > 0).length,
    residual: m(Math.sqrt(squares / weight)),
    noise: m(noise),
    cut: m(cut),
    information: marginal,
    weight,
    steps,
    atRest: shift < LARGE_STEP && turn < LARGE_STEP,
  }
}

/** How far from the map a measured point may lie when all has come to rest, metres. */
export const FINAL_GATE = 0.08

const SHRINK = 0.75
const MOST_STEPS = 12
const FEWEST_PAIRS = 10
const SMALL_STEP = 1e-4
const SMALL_TURN = 5e-5
const LARGE_STEP = 2e-3
/** 4.7 times the noise keeps 95 % of what least squares would have won of normal errors. */
const TUKEY = 4.7
const LEAST_NOISE = 0.008
/** The median of the absolute errors of a normal distribution is σ / 1.4826. */
const MAD = 1.4826

function noiseOf(pairs: readonly Pair[]): number {
  const errors = new Float64Array(pairs.length)
  for (let i = 0; i < errors.length; i++) errors[i] = Math.abs(pairs[i]?.error ?? 0)
  errors.sort()
  return Math.max(MAD * (errors[errors.length >> 1] ?? 0), LEAST_NOISE)
}
