import { didYouMean } from '#base/diagnostic.js'
import { isObject } from '../bridge/json-object.js'
import { messageOf, type Fields } from './definitions.js'

/** What does not fit an interface, and where in the value. */
export interface Misfit {
  readonly path: readonly (string | number)[]
  readonly expected: string
  readonly got: string
  readonly hint?: string
}

/** as deep as any message is nested; a template that is deeper is none */
const MAX_DEPTH = 16

/**
 * The first thing in a value that does not fit the fields of an interface. Fields may be left out: ROS then uses their
 * defaults. Fields of the interface whose own type is unknown here are not looked into.
 */
export function misfitOf(
  value: unknown,
  fields: Fields,
  path: readonly (string | number)[] = [],
): Misfit | undefined {
  if (!isObject(value)) return { path, expected: `the fields ${listOf(fields)}`, got: shown(value) }
  if (path.length > MAX_DEPTH) return { path, expected: `at most ${MAX_DEPTH} levels of fields`, got: 'more' }
  for (const [name, inside] of Object.entries(value)) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (type === undefined) {
      const near = didYouMean(name, Object.keys(fields))
      return {
        path: [...path, name],
        expected: `one of the fields ${listOf(fields)}`,
        got: name.slice(0, 60),
        ...(near !== undefined && { hint: `did you mean ${near}?` }),
      }
    }
    const misfit = misfitOfType(inside, type, [...path, name])
    if (misfit !== undefined) return misfit
  }
  return undefined
}

/** The type at a path of field names and list indices; `undefined` where the interface has no such field. */
export function typeAt(fields: Fields, path: readonly (string | number)[]): string | undefined {
  let type: string | undefined
  let inside: Fields | undefined = fields
  for (const part of path) {
    if (typeof part === 'number') {
      const element: string | undefined = type === undefined ? undefined : elementOf(type)?.of
      if (element === undefined) return undefined
      type = element
    } else {
      if (inside === undefined) return UNKNOWN
      type = Object.hasOwn(inside, part) ? inside[part] : undefined
      if (type === undefined) return undefined
    }
    if (isPrimitive(type)) inside = {}
    else inside = elementOf(type) === undefined ? messageOf(type) : {}
  }
  return type
}

/** stands for the type of a field inside a message that is not known here */
const UNKNOWN = 'unknown'

/** What values of a type are in comparisons; `undefined` for messages, lists and types that are not known. */
export function scalarKind(type: string): 'number' | 'boolean' | 'text' | undefined {
  if (type === 'bool') return 'boolean'
  if (type === 'string') return 'text'
  return isFloat(type) || INTEGERS.has(type) ? 'number' : undefined
}

function misfitOfType(value: unknown, type: string, path: readonly (string | number)[]): Misfit | undefined {
  const list = elementOf(type)
  if (list !== undefined) {
    if (!Array.isArray(value)) return { path, expected: `a list of ${list.of}`, got: shown(value) }
    if (list.size !== undefined && value.length !== list.size)
      return { path, expected: `a list of ${list.size} ${list.of}`, got: `${value.length} of them` }
    for (const [index, element] of value.entries()) {
      const misfit = misfitOfType(element, list.of, [...path, index])
      if (misfit !== undefined) return misfit
    }
    return undefined
  }
  if (isPrimitive(type)) {
    const expected = objectionOfPrimitive(value, type)
    return expected === undefined ? undefined : { path, expected, got: shown(value) }
  }
  const fields = messageOf(type)
  if (fields !== undefined) return misfitOf(value, fields, path)
  return isObject(value) ? undefined : { path, expected: `the fields of ${type}`, got: shown(value) }
}

/** What a value of a primitive type must be, if this is none. */
function objectionOfPrimitive(value: unknown, type: string): string | undefined {
  if (type === 'bool') return typeof value === 'boolean' ? undefined : 'true or false'
  if (type === 'string') return typeof value === 'string' ? undefined : 'text'
  if (isFloat(type))
    return typeof value === 'number' && Number.isFinite(value) ? undefined : `a number (${type})`
  const [least, most] = INTEGERS.get(type) ?? [0, 0]
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
  return fits ? undefined : `a whole number from ${least} to ${most} (${type})`
}

const INTEGERS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['int8', [-128, 127]],
  ['uint8', [0, 255]],
  ['int16', [-32_768, 32_767]],
  ['uint16', [0, 65_535]],
  ['int32', [-2_147_483_648, 2_147_483_647]],
  ['uint32', [0, 4_294_967_295]],
  // a number of JSON is exact up to here
  ['int64', [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
  ['uint64', [0, Number.MAX_SAFE_INTEGER]],
])

const isFloat = (type: string): boolean => type === 'float32' || type === 'float64'
const isPrimitive = (type: string): boolean => type === UNKNOWN || scalarKind(type) !== undefined

function elementOf(type: string): { readonly of: string; readonly size?: number } | undefined {
  const [, of = '', size = ''] = /^(.*)\[(\d*)\]$/.exec(type) ?? []
  if (of === '') return undefined
  return size === '' ? { of } : { of, size: Number(size) }
}

const listOf = (fields: Fields): string => Object.keys(fields).join(', ') || '(it has none)'

function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isObject(value)) return 'fields'
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60)
}
