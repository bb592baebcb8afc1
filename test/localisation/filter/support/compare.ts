import type { Matrix } from '#localisation/filter/matrix.js'

/** The largest cell, without its sign. */
export const largest = ({ cells }: Matrix): number =>
  cells.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

/** By how much two lists of numbers differ at most, relative to the larger of each pair (and to no less than `least`). */
export function relativeDifference(a: ArrayLike<number>, b: ArrayLike<number>, least = 1e-12): number {
  if (a.length !== b.length) return Infinity
  return Array.from(a).reduce((most, value, i) => {
    const other = b[i] as number
    return Math.max(most, Math.abs(value - other) / Math.max(Math.abs(value), Math.abs(other), least))
  }, 0)
}
