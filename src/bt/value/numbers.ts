import { ConversionError, Int, type Value } from './value.js'

/** The range of an integer type and how it is stored. */
export interface IntRange {
  readonly name: string
  readonly storage: 'int64' | 'uint64'
  readonly min: bigint
  readonly max: bigint
}

const signed = (name: string, bits: bigint): IntRange => ({
  name,
  storage: 'int64',
  min: -(1n << (bits - 1n)),
  max: (1n << (bits - 1n)) - 1n,
})

// only uint64 itself is stored unsigned
const unsigned = (name: string, bits: bigint): IntRange => ({
  name,
  storage: bits === 64n ? 'uint64' : 'int64',
  min: 0n,
  max: (1n << bits) - 1n,
})

export const INT_RANGES = {
  int8: signed('int8', 8n),
  int16: signed('int16', 16n),
  int32: signed('int32', 32n),
  int64: signed('int64', 64n),
  uint8: unsigned('uint8', 8n),
  uint16: unsigned('uint16', 16n),
  uint32: unsigned('uint32', 32n),
  uint64: unsigned('uint64', 64n),
} as const satisfies Record<string, IntRange>

/**
 * Parses an integer at the beginning of a text like C++'s from_chars: `12abc` is 12 and `3.9` is 3, but ` 5` and `+5`
 * are rejected.
 * @throws ConversionError when there are no digits or the number is outside the range
 */
export function intFromText(text: string, range: IntRange): bigint {
  const digits = (range.min < 0n ? /^-?\d+/ : /^\d+/).exec(text)?.[0]
  if (digits === undefined) throw new ConversionError(`"${text}" is no ${range.name}`)
  return inRange(BigInt(digits), range, text)
}

/**
 * Parses a real number at the beginning of a text like C++'s from_chars: `inf` and `nan` are accepted and anything
 * after the number is ignored, but ` 5` and `+5` are rejected, and `0x10` is 0.
 * @throws ConversionError when the text does not begin with a number, or a double cannot hold it
 */
export function doubleFromText(text: string): number {
  const match = /^(-?)(?:(inf(?:inity)?)|(nan)|((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?))/i.exec(text)
  if (match === null) throw new ConversionError(`"${text}" is no real number`)
  const [, sign, inf, nan, decimal] = match
  if (inf !== undefined) return sign === '-' ? -Infinity : Infinity
  if (nan !== undefined) return NaN
  const size = Number(decimal)
  const vanished = size === 0 && /^[\d.]*[1-9]/.test(decimal ?? '')
  if (!Number.isFinite(size) || vanished) {
    throw new ConversionError(`"${text}" is too ${vanished ? 'small' : 'large'} for a real number`)
  }
  return sign === '-' ? -size : size
}

/** @throws ConversionError unless the text is 0, 1, or true or false in one of three spellings */
export function boolFromText(text: string): boolean {
  if (text === '1' || text === 'true' || text === 'TRUE' || text === 'True') return true
  if (text === '0' || text === 'false' || text === 'FALSE' || text === 'False') return false
  throw new ConversionError(`"${text}" is no bool; write true or false`)
}

/** @throws ConversionError when the value has a fraction, is out of range, or is text without a number */
export function intFromValue(value: Value, range: IntRange): bigint {
  if (value instanceof Int) return inRange(value.exact, range, String(value.exact))
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new ConversionError(`${value} is no ${range.name}`)
    const whole = Math.trunc(value)
    const exact = inRange(BigInt(whole), range, String(value))
    if (whole !== value) throw new ConversionError(`${value} has a fraction, ${range.name} has none`)
    return exact
  }
  if (typeof value === 'string') return intFromText(value, range)
  throw conversionError(value, range.name)
}

/** @throws ConversionError when a large integer would lose digits, or a text does not begin with a number */
export function doubleFromValue(value: Value): number {
  if (typeof value === 'number') return value
  if (value instanceof Int) return lossless(value)
  if (typeof value === 'string') return doubleFromText(value)
  throw conversionError(value, 'double')
}

/**
 * Casts to a truth value as BehaviorTree.CPP does: integers must be 0 or 1, doubles must not be negative.
 * @throws ConversionError for any other value, and for every text
 */
export function boolFromValue(value: Value): boolean {
  if (value instanceof Int) {
    if (value.exact === 0n || value.exact === 1n) return value.exact === 1n
    throw new ConversionError(`the integer ${value.exact} is neither true nor false; compare it with 0`)
  }
  if (typeof value === 'number') {
    if (value < 0) throw new ConversionError(`${value} is neither true nor false; compare it with 0`)
    return value !== 0
  }
  throw conversionError(value, 'bool')
}

/** Formats a number as C does: integers in full, reals with six decimals. */
export function numberText(value: number | Int): string {
  if (value instanceof Int) return value.exact.toString()
  // x86 sets the sign bit of every NaN that a calculation produces, and C prints it
  if (Number.isNaN(value)) return '-nan'
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  if (Math.abs(value) < 1e21) return Object.is(value, -0) ? '-0.000000' : sixDecimals(value)
  return `${BigInt(value)}.000000`
}

/** In a tie, C rounds to the even last digit, toFixed to the larger one. */
function sixDecimals(value: number): string {
  // only the odd multiples of 2^-7 are doubles with exactly seven decimals ending in 5
  const parts = value * 128
  const tie = Number.isInteger(parts) && parts % 2 !== 0
  if (!tie) return value.toFixed(6)
  const cut = value.toFixed(7).slice(0, -1)
  return Number(cut.at(-1)) % 2 === 0 ? cut : value.toFixed(6)
}

/**
 * Converts an integer to a double.
 * @throws ConversionError beyond 2^53, where doubles have gaps
 */
export function lossless(value: Int): number {
  if (Number.isSafeInteger(value.number)) return value.number
  throw new ConversionError(`the integer ${value.exact} has too many digits for a double`)
}

export const conversionError = (value: Value, type: string): ConversionError =>
  new ConversionError(
    value === undefined ? 'nothing was written yet' : `a ${describe(value)} cannot be read as ${type}`,
  )

const describe = (value: Exclude<Value, undefined>): string =>
  typeof value === 'string'
    ? 'text'
    : typeof value === 'number'
      ? 'double'
      : value instanceof Int
        ? value.origin
        : value.type

function inRange(value: bigint, range: IntRange, text: string): bigint {
  if (value >= range.min && value <= range.max) return value
  throw new ConversionError(`${text} is outside ${range.name}, ${range.min} to ${range.max}`)
}
