import { ConversionError, Int, originOf, type Value } from '#bt/value/value.js'
import { doubleFromText, numberText } from '#bt/value/numbers.js'
import type { Enums } from '#bt/value/types.js'
import { fail, type Site } from './error.js'
import { SCRIPT_LIMITS } from '#bt/limits.js'

/** Converts a number to a double; scripts calculate only with doubles. */
export function asDouble(value: number | Int, site: Site): number {
  if (typeof value === 'number') return value
  if (Number.isSafeInteger(value.number)) return value.number
  return fail(
    site,
    `the integer ${value.exact} is beyond 2^53, where doubles have gaps`,
    'only := and .. can use it',
  )
}

/** The number that a text stands for where a number is needed: `true`, `false`, an enum's name, or a leading number. */
export function textAsDouble(text: string, enums: Enums, site: Site): number {
  if (text === 'true') return 1
  if (text === 'false') return 0
  return enums.get(text) ?? leadingDouble(text, site)
}

/** Parses the number at the beginning of a text: `3abc` is 3. */
export function leadingDouble(text: string, site: Site): number {
  return converting(site, () => doubleFromText(text), 'compare it with another text')
}

/** Formats numbers as C does with %f or %d. */
export const asText = (value: string | number | Int): string =>
  typeof value === 'string' ? value : numberText(value)

/** Concatenates two texts within the length limit. */
export function join(left: string, right: string, site: Site): string {
  if (left.length + right.length <= SCRIPT_LIMITS.text) return left + right
  return fail(site, `the text would be longer than ${SCRIPT_LIMITS.text} characters`)
}

/** Describes a value for messages: `the text 'abc'`, `the double 2.5`, `a vector<int32>`. */
export function show(value: Value): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return `the text '${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`
  if (typeof value === 'number') return `the double ${value}`
  return value instanceof Int ? `the ${value.origin} ${value.exact}` : `a ${originOf(value)}`
}

/** Runs a conversion and reports a failure at its location in the script. */
export function converting<T>(site: Site, convert: () => T, hint?: string): T {
  try {
    return convert()
  } catch (cause) {
    if (cause instanceof ConversionError) fail(site, cause.message, hint)
    throw cause
  }
}
