import type { Calibration } from '../../../src/adapters/onnx/calibration.js'

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
  let weights = [0, 1, 0]
  for (let step = 0; step < STEPS; step++) {
    const gradient = [0, 0, 0]
    const hessian = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? RIDGE : 0)))
    for (const { logit, hidden, right } of samples) {
      const x = [1, logit, hidden]
      const z = x.reduce((sum, value, i) => sum + value * (weights[i] as number), 0)
      const p = 1 / (1 + Math.exp(-z))
      const error = p - (right ? high : low)
      for (let i = 0; i < 3; i++) {
        gradient[i] = (gradient[i] as number) + error * (x[i] as number)
        for (let j = 0; j < 3; j++) {
          const row = hessian[i] as number[]
          row[j] = (row[j] as number) + p * (1 - p) * (x[i] as number) * (x[j] as number)
        }
      }
    }
    const move = solve3(hessian, gradient)
    weights = weights.map((value, i) => value - (move[i] as number))
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
