/** A mean with the half width of its 95 % interval (Student's t); `half` is null when one value says nothing of it. */
export interface Estimate {
  readonly mean: number
  readonly half: number | null
  readonly n: number
}

/** @returns `undefined` for no values */
export function estimate(values: readonly number[]): Estimate | undefined {
  const n = values.length
  if (n === 0) return undefined
  const mean = average(values)
  return { mean, half: n < 2 ? null : (studentT975(n - 1) * deviation(values)) / Math.sqrt(n), n }
}

/** The mean of the differences of pairs, a minus b. @throws RangeError when they are not pairs */
export function pairedDifference(a: readonly number[], b: readonly number[]): Estimate | undefined {
  if (a.length !== b.length) throw new RangeError(`${a.length} values cannot be paired with ${b.length}`)
  return estimate(a.map((value, i) => value - (b[i] ?? 0)))
}

/**
 * Mean of a over mean of b, for pairs; its interval by linearisation. `undefined` when the mean of b is not
 * positive.
 */
export function pairedRatio(a: readonly number[], b: readonly number[]): Estimate | undefined {
  if (a.length !== b.length) throw new RangeError(`${a.length} values cannot be paired with ${b.length}`)
  const [top, bottom] = [average(a), average(b)]
  if (!(bottom > 0)) return undefined
  const ratio = top / bottom
  const spread = estimate(a.map((value, i) => (value - ratio * (b[i] ?? 0)) / bottom))
  return { mean: ratio, half: spread?.half ?? null, n: a.length }
}

/** 0 for no values */
export const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Sample standard deviation; 0 for fewer than two values. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = average(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/**
 * The 97.5 % point of Student's t with that many degrees of freedom, from 1: exact for 1 and 2, else to four
 * digits.
 */
export function studentT975(freedom: number): number {
  if (freedom < 1) throw new RangeError(`Student's t has no ${freedom} degrees of freedom`)
  if (freedom === 1) return Math.tan(0.475 * Math.PI)
  if (freedom === 2) return 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2))
  // Cornish and Fisher's expansion about the normal point
  const z = 1.959963984540054
  const [z2, n] = [z * z, freedom]
  const g1 = ((z2 + 1) * z) / 4
  const g2 = (((5 * z2 + 16) * z2 + 3) * z) / 96
  const g3 = ((((3 * z2 + 19) * z2 + 17) * z2 - 15) * z) / 384
  const g4 = (((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) * z) / 92160
  return z + g1 / n + g2 / n ** 2 + g3 / n ** 3 + g4 / n ** 4
}

/** Wilson's interval of 95 % for a share. */
export function wilson(part: number, of: number): readonly [number, number] {
  if (of === 0) return [0, 1]
  const [z, p] = [1.96, part / of]
  const middle = (p + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const half = (z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
