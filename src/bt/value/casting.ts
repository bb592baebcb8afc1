import type { Compat } from '../compat.js'
import { INT_RANGES, type IntRange } from './numbers.js'
import { Int } from './value.js'

/**
 * Whether a number created as one type may be written to an entry of another without changing its value. Under compat
 * 4.10 the limits of the entry's type are first cast to the number's type, as in the reference, which rejects every
 * int32 for an int64 entry.
 *
 * @param from type of the number; `to` is the type of the entry: `int32`, `double`, `bool`, …
 */
export function castingSafe(value: number | Int, from: string, to: string, compat: Compat): boolean {
  if (from === to) return true
  const number = value instanceof Int ? value.exact : value
  if (to === 'double') return typeof number === 'number' || BigInt(Number(number)) === number
  if (to === 'float') return Math.fround(Number(number)) === Number(number) && sameInteger(number)
  const range = rangeOf(to)
  if (range === undefined) return false
  if (typeof number === 'number') return Number.isInteger(number) && inside(BigInt(number), range)
  const limits = compat === '4.10' ? castLimits(range, from) : range
  return inside(number, limits) && inside(number, range)
}

const inside = (value: bigint, { min, max }: Pick<IntRange, 'min' | 'max'>): boolean =>
  value >= min && value <= max

const sameInteger = (value: number | bigint): boolean =>
  typeof value === 'number' || BigInt(Math.fround(Number(value))) === value

const rangeOf = (name: string): IntRange | undefined =>
  Object.values<IntRange>(INT_RANGES).find((range) => range.name === name)

/** The limits after a C cast to the type of the number. */
function castLimits({ min, max }: IntRange, from: string): Pick<IntRange, 'min' | 'max'> {
  if (from === 'bool') return { min: truth(min), max: truth(max) }
  const source = rangeOf(from)
  if (source === undefined) return { min, max }
  const bits = (source.max - source.min + 1n).toString(2).length - 1
  const cast = (value: bigint): bigint =>
    source.min < 0n ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)
  return { min: cast(min), max: cast(max) }
}

const truth = (value: bigint): bigint => (value === 0n ? 0n : 1n)
