import { wilson } from '#lab/bench/vrl/figures/interval.js'

/** Two shares of the same things, and the first less the second with its interval of 95 %. */
export interface PairedShares {
  readonly of: number
  readonly first: number
  readonly second: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

/**
 * Newcombe's interval for the difference of paired shares (1998, method 10): unlike Student's t it stays within
 * −1 … 1, and says something where all pairs are alike.
 * @returns undefined for no pairs @throws RangeError when they are not pairs
 */
export function pairedShares(a: readonly boolean[], b: readonly boolean[]): PairedShares | undefined {
  if (a.length !== b.length) throw new RangeError(`${a.length} values cannot be paired with ${b.length}`)
  const n = a.length
  if (n === 0) return undefined
  const count = (one: boolean, other: boolean): number =>
    a.filter((value, i) => value === one && b[i] === other).length
  const [both, onlyA, onlyB, none] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ]
  const [inA, inB] = [both + onlyA, both + onlyB]
  const [first, second, mean] = [inA / n, inB / n, (onlyA - onlyB) / n]
  const [[lowA, highA], [lowB, highB]] = [wilson(inA, n), wilson(inB, n)]
  const product = inA * (n - inA) * inB * (n - inB)
  const cross = both * none - onlyA * onlyB
  const phi = product === 0 ? 0 : (cross > 0 ? Math.max(cross - n / 2, 0) : cross) / Math.sqrt(product)
  const reach = (x: number, y: number): number => Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y))
  return {
    ...{ of: n, first, second, mean },
    low: mean - reach(first - lowA, highB - second),
    high: mean + reach(highA - first, second - lowB),
  }
}
