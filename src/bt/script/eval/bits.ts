import { fail, type Site } from './error.js'

/** Applies `&`, `|` or `^` to two doubles as 64-bit integers. */
export function bitwise(operator: '&' | '|' | '^', left: number, right: number, site: Site): number {
  if ((left | 0) === left && (right | 0) === right) {
    return operator === '&' ? left & right : operator === '|' ? left | right : left ^ right
  }
  const a = integer(operator, left, site)
  const b = integer(operator, right, site)
  return Number(operator === '&' ? a & b : operator === '|' ? a | b : a ^ b)
}

/** Applies `~` after truncating any fraction, as C's cast to an integer does. */
export function complement(value: number, site: Site): number {
  // the result on x86 for a double that does not fit an int64
  if (Number.isNaN(value) || value === TWO_63) return TWO_63
  if (value > TWO_63 || value < -TWO_63) fail(site, `~ cannot use ${value}: it does not fit into 64 bits`)
  return Number(~BigInt(Math.trunc(value)))
}

const TWO_63 = 2 ** 63

function integer(operator: string, value: number, site: Site): bigint {
  if (!Number.isInteger(value) || value >= TWO_63 || value < -TWO_63) {
    fail(site, `${operator} works on 64-bit integers, and ${value} is not one`)
  }
  return BigInt(value)
}
