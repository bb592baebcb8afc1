import type { Calibration } from '../../../../src/adapters/onnx/calibration.js'

/** One report: what the calibration is told of it, and whether it was right. */
export interface Sample {
  readonly logit: number
  readonly hidden: number
  readonly right: boolean
}

const STEPS = 60
/** keeps Newton's steps finite when the samples can be parted without a fault */
const RIDGE = 1e-3

/**
 * Platt's scaling with two inputs (logit of the words' probability, share of hidden slots) by Newton's method: the
 * maximum-likelihood logistic curve, with the two target values of Platt 1999 in the place of 0 and 1.
 */
export function fitCalibration(samples: readonly Sample[]): Calibration {
  const positives = samples.filter(({ right }) => right).length
  const negatives = samples.length - positives
  const high = (positives + 1) / (positives + 2)
  const low = 1 / (negatives + 2)
  const target = ({ right }: Sample): number => (right ? high : low)
  let weights = [0, 0, 0]
  for (let step = 0; step < STEPS; step++) {
    const { gradient, hessian } = slopes(samples, weights, target)
    const move = solve3(hessian, gradient)
    // a whole step of Newton's can lead away from the minimum: halve it until the loss falls
    const here = lossOf(samples, weights, target)
    let share = 1
    const at = (part: number): number[] => weights.map((value, i) => value - part * (move[i] as number))
    while (share > 1e-6 && !(lossOf(samples, at(share), target) <= here)) share /= 2
    weights = at(share)
    if (move.every((value) => Math.abs(value) < 1e-9)) break
  }
  const [bias = 0, slope = 1, hidden = 0] = weights.map((value) => Math.round(value * 10_000) / 10_000)
  return { bias, slope, hidden }
}

/** The confidence that this calibration gives a report of these inputs. */
export function confidenceUnder(calibration: Calibration, { logit, hidden }: Sample): number {
  const { bias, slope, hidden: weight } = calibration
  return 1 / (1 + Math.exp(-(bias + slope * logit + weight * hidden)))
}

type Target = (sample: Sample) => number

const inputs = ({ logit, hidden }: Sample): readonly [number, number, number] => [1, logit, hidden]
const dot = (weights: readonly number[], x: readonly number[]): number =>
  x.reduce((sum, value, i) => sum + value * (weights[i] as number), 0)

/** Cross-entropy with the ridge, summed. */
function lossOf(samples: readonly Sample[], weights: readonly number[], target: Target): number {
  const ridge = (RIDGE / 2) * weights.reduce((sum, value) => sum + value * value, 0)
  return samples.reduce((sum, sample) => {
    const z = dot(weights, inputs(sample))
    const softplus = z > 0 ? z + Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z))
    return sum + softplus - target(sample) * z
  }, ridge)
}

function slopes(samples: readonly Sample[], weights: readonly number[], target: Target) {
  const gradient = weights.map((value) => RIDGE * value)
  const hessian = weights.map((_, i) => weights.map((__, j) => (i === j ? RIDGE : 0)))
  for (const sample of samples) {
    const x = inputs(sample)
    const p = 1 / (1 + Math.exp(-dot(weights, x)))
    for (const [i, value] of x.entries()) {
      gradient[i] = (gradient[i] as number) + (p - target(sample)) * value
      const row = hessian[i] as number[]
      for (const [j, other] of x.entries()) row[j] = (row[j] as number) + p * (1 - p) * value * other
    }
  }
  return { gradient, hessian }
}

/** Cramer's rule. */
function solve3(a: readonly (readonly number[])[], b: readonly number[]): number[] {
  const det = (m: readonly (readonly number[])[]): number => {
    const [[a0 = 0, a1 = 0, a2 = 0] = [], [b0 = 0, b1 = 0, b2 = 0] = [], [c0 = 0, c1 = 0, c2 = 0] = []] = m
    return a0 * (b1 * c2 - b2 * c1) - a1 * (b0 * c2 - b2 * c0) + a2 * (b0 * c1 - b1 * c0)
  }
  const whole = det(a)
  return [0, 1, 2].map(
    (k) => det(a.map((row, i) => row.map((value, j) => (j === k ? (b[i] as number) : value)))) / whole,
  )
}
