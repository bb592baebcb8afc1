import { ObjectValue, Int, type Value } from '#bt/value/value.js'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Converts port data to the corpus's format: integers beyond 2^53 - 1 and non-finite numbers become strings. */
export function jsonOf(data: unknown): Json {
  if (typeof data === 'bigint') return jsonOfInteger(data)
  if (typeof data === 'number') return jsonOfNumber(data)
  if (typeof data === 'string' || typeof data === 'boolean') return data
  return Array.isArray(data) ? data.map(jsonOf) : null
}

/** Converts a stored value to the corpus's format. */
export function jsonOfValue(value: Value): Json {
  if (value instanceof Int) return jsonOfInteger(value.exact)
  if (value instanceof ObjectValue) return jsonOf(value.data)
  return value === undefined ? null : jsonOf(value)
}

const jsonOfInteger = (value: bigint): Json =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value.toString()

const jsonOfNumber = (value: number): Json =>
  Number.isNaN(value) ? 'nan' : value === Infinity ? 'inf' : value === -Infinity ? '-inf' : value
