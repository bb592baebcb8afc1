import type { Calibration } from '#adapters/onnx/calibration.js'

/** One report: what the calibration is told of it, and whether it was right. */
export interface Sample {
  readonly logit: number
  readonly hidden: number
  readonly differ: number
  readonly astray: boolean
  readonly right: boolean
}

const STEPS = 60
/** keeps Newton's steps finite when the samples can be parted without a fault */
const RIDGE = 1e-3

/**
 * Platt's scaling with four inputs (logit of the words' probability, share of hidden slots, share of slots that plain
 * colour reads otherwise, whether the picture lay nowhere on the map) by Newton's method: the maximum-likelihood
 * logistic curve, with the two target values of Platt 1999 in the place of 0 and 1.
 */
export function fitCalibration(samples: readonly Sample[]): Calibration {
  const positives = samples.filter(({ right }) => right).length
  const negatives = samples.length - positives
  const high = (positives + 1) / (positives + 2)
  const low = 1 / (negatives + 2)
  const target = ({ right }: Sample): number => (right ? high : low)
  let weights = [0, 0, 0, 0, 0]
  for (let step = 0; step < STEPS; step++) {
    const { gradient, hessian } = slopes(samples, weights, target)
    const move = solved(hessian, gradient)
    // a whole step of Newton's can lead away from the minimum: halve it until the loss falls
    const here = lossOf(samples, weights, target)
    let share = 1
    const at = (part: number): number[] => weights.map((value, i) => value - part * (move[i] as number))
    while (share > 1e-6 && !(lossOf(samples, at(share), target) <= here)) share /= 2
    weights = at(share)
    if (move.every((value) => Math.abs(value) < 1e-9)) break
  }
  const rounded = weights.map((value) => Math.round(value * 10_000) / 10_000)
  const [bias = 0, slope = 1, hidden = 0, differ = 0, astray = 0] = rounded
  return { bias, slope, hidden, differ, astray }
}

/** The confidence that this calibration gives a report of these inputs. */
export function confidenceUnder(calibration: Calibration, sample: Sample): number {
  const { bias, slope, hidden, differ = 0, astray = 0 } = calibration
  return 1 / (1 + Math.exp(-dot([bias, slope, hidden, differ, astray], inputs(sample))))
}

type Target = (sample: Sample) => number

const inputs = ({ logit, hidden, differ, astray }: Sample): readonly number[] => [
  1,
  logit,
  hidden,
  differ,
  astray ? 1 : 0,
]
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

/** Gauss's elimination with the largest element of each column as its pivot. */
function solved(a: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = a.map((row, i) => [...row, b[i] as number])
  const at = (i: number, j: number): number => (rows[i] as number[])[j] as number
  for (let k = 0; k < rows.length; k++) {
    const pivot = rows.reduce(
      (best, _, i) => (i >= k && Math.abs(at(i, k)) > Math.abs(at(best, k)) ? i : best),
      k,
    )
    ;[rows[k], rows[pivot]] = [rows[pivot] as number[], rows[k] as number[]]
    for (let i = 0; i < rows.length; i++) {
      const share = i === k ? 0 : at(i, k) / at(k, k)
      rows[i] = (rows[i] as number[]).map((value, j) => value - share * at(k, j))
    }
  }
  return rows.map((row, i) => (row.at(-1) as number) / at(i, i))
}
