import type { Enums } from '#bt/value/types.js'

/** A Switch's comparison: as texts, else as numbers that differ by a rounding error at most; enum names are numbers. */
export function sameCase(a: string, b: string, enums: Enums): boolean {
  if (a === b) return true
  const [left, right] = [numberOf(a, enums), numberOf(b, enums)]
  return left !== undefined && right !== undefined && Math.abs(left - right) <= FLOAT_EPSILON
}

/** The whole text has to be a number, without blanks or a plus sign in front. */
const numberOf = (text: string, enums: Enums): number | undefined =>
  enums.get(text) ?? (NUMBER.test(text) ? Number(text) : undefined)

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
/** the gap between 1 and the next number of 32 bits */
const FLOAT_EPSILON = 2 ** -23
