import type { Enums } from '../../value/types.js'

/** A Switch's comparison: as text, else as integers of 32 bits (enum names too), else as real numbers. */
export function sameCase(a: string, b: string, enums: Enums): boolean {
  if (a === b) return true
  const [left, right] = [integer(a, enums), integer(b, enums)]
  if (left !== undefined && right !== undefined) return left === right
  return REAL.test(a) && REAL.test(b) && Math.abs(Number(a) - Number(b)) <= FLOAT_EPSILON
}

function integer(text: string, enums: Enums): number | undefined {
  const named = enums.get(text)
  if (named !== undefined) return named
  if (!/^-?\d+$/.test(text)) return undefined
  const number = Number(text)
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : undefined
}

const REAL = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const FLOAT_EPSILON = 2 ** -23
