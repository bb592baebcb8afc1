import type { FieldMap } from '#base/field-map.js'
import type { PortSpec } from '#bt/document.js'

/** a GBNF string literal */
export const text = (literal: string): string => `"${literal.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`

/** alternatives of words, as they appear inside a JSON string */
export const oneOf = (words: readonly string[]): string =>
  [...new Set(words)].map((word) => text(JSON.stringify(word).slice(1, -1))).join(' | ')

/** GBNF of a parameter's values as JSON; values that the validator would reject cannot be generated. */
export function valueRule(port: PortSpec, map: FieldMap, mask: string): string {
  const { type } = port
  switch (type.kind) {
    case 'mask':
      return mask
    case 'enum':
      return `"\\"" (${oneOf(type.values)}) "\\""`
    case 'int':
      return port.name === 'zone' ? zones(map, type.min, type.max) : integer(type.min, type.max)
    case 'number':
      return decimal(type.min, type.max)
    case 'string':
      return WORD
    case 'value':
      return engineValue(type.type)
  }
}

const WORD = '"\\"" [A-Za-z] [A-Za-z0-9_]? [A-Za-z0-9_]? [A-Za-z0-9_]? [A-Za-z0-9_]? [A-Za-z0-9_]? "\\""'

function engineValue(type: string): string {
  if (/^u?int\d*$/.test(type)) return integer(0, 2 ** 31 - 1)
  if (type === 'double' || type === 'float') return decimal(0, 999)
  if (type === 'bool') return `${text('"true"')} | ${text('"false"')}`
  return WORD
}

/** zones of the field that the parameter accepts */
const zones = (map: FieldMap, min: number, max: number): string => {
  const ids = map.zones.map(({ id }) => id).filter((id) => id >= min && id <= max)
  return ids.length === 0 ? integer(min, max) : `(${ids.map((id) => text(String(id))).join(' | ')})`
}

const LISTED = 32

/** Small ranges are listed; wide ones allow at most five digits, without a leading zero. */
function integer(min: number, max: number): string {
  if (max - min <= LISTED) return `(${span(min, max).map(String).map(text).join(' | ')})`
  const digits = Math.min(5, String(max).length - 1)
  const more = Array.from({ length: digits - 1 }, () => '[0-9]?').join(' ')
  return `(${min <= 0 ? '"0" | ' : ''}[1-9] ${more})`
}

/** Integers of the range, with one decimal place where that stays in range. */
function decimal(min: number, max: number): string {
  const low = Math.ceil(min)
  const high = Math.floor(max)
  if (high - low > LISTED) return `(${low <= 0 ? '"0" | ' : ''}[1-9] [0-9]?)`
  const fractions =
    high > low
      ? `(${span(low, high - 1)
          .map(String)
          .map(text)
          .join(' | ')}) ("." [0-9])? | `
      : ''
  return `(${fractions}${text(String(high))})`
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
