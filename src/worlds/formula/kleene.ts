import { UNKNOWN, type Value } from '../value.js'

/**
 * Conjunction (`decisive` false) or disjunction (`decisive` true) in Kleene's three-valued logic: decided by the first
 * part with the decisive value; otherwise unknown if any part is.
 */
export function decide<T>(parts: readonly T[], decisive: boolean, valueOf: (part: T) => Value): Value {
  let result: Value = !decisive
  for (const part of parts) {
    const value = valueOf(part)
    if (value === decisive) return value
    if (value === UNKNOWN) result = value
  }
  return result
}

/** How many are true; unknown as soon as that of one is. */
export function countTrue<T>(parts: readonly T[], valueOf: (part: T) => Value): Value {
  let count = 0
  for (const part of parts) {
    const value = valueOf(part)
    if (value === UNKNOWN) return value
    if (value === true) count++
  }
  return count
}

/** Applies a function to two values, both of which must be known. */
export const both = (a: Value, b: Value, apply: (a: Value, b: Value) => Value): Value =>
  a === UNKNOWN || b === UNKNOWN ? UNKNOWN : apply(a, b)
