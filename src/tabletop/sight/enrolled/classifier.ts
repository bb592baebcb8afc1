type Numbers = ArrayLike<number>

/** A small network of one hidden layer, fitted on scenes of its own: numbers in, the logarithm of odds out. */
export interface Classifier {
  /** of each number that goes in: taken off it, and then divided by */
  readonly mean: Numbers
  readonly spread: Numbers
  /** what each number adds to the answer directly, and a constant */
  readonly direct: Numbers
  /** of each hidden unit: what each number adds to it, and a constant */
  readonly from: readonly Numbers[]
  /** what each hidden unit adds to the answer */
  readonly to: Numbers
}

/** @returns the logarithm of the odds, the mean of what some classifiers answer */
export function logOdds(classifiers: readonly Classifier[], values: readonly number[]): number {
  const sum = classifiers.reduce((total, classifier) => {
    const input = standardised(classifier, values)
    return total + answer(classifier, input, hiddenUnits(classifier, input))
  }, 0)
  return sum / classifiers.length
}

/** What goes in, with the 1 that the constants count for. */
export function standardised({ mean, spread }: Classifier, values: readonly number[]): Float64Array {
  const input = new Float64Array(values.length + 1).fill(1)
  values.forEach((value, at) => (input[at] = (value - (mean[at] ?? 0)) / (spread[at] ?? 1)))
  return input
}

export function hiddenUnits({ from }: Classifier, input: Numbers): Float64Array {
  const units = new Float64Array(from.length)
  from.forEach((weights, at) => (units[at] = Math.tanh(dot(weights, input))))
  return units
}

export const answer = ({ direct, to }: Classifier, input: Numbers, hidden: Numbers): number =>
  dot(direct, input) + dot(to, hidden)

export function dot(a: Numbers, b: Numbers): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
