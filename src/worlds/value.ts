/** A value of a state variable: an object's name, an integer, or a boolean. */
export type Value = string | number | boolean

/** The object that means nothing: an empty gripper, an omitted port. */
export const NONE = 'none'

/**
 * The value of a fact that nobody has seen: neither true nor false, equal to nothing. Formulas are evaluated in
 * Kleene's three-valued logic. It is written `unknown` in files, and is no word that an object could be called by.
 */
export const UNKNOWN = '?'

/** A value as people are shown it. */
export const wordOf = (value: Value): string =>
  value === true ? 'yes' : value === false ? 'no' : value === UNKNOWN ? 'not known' : String(value)

/** The set of possible values of something. */
export type Sort =
  | { readonly kind: 'bool' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly unit?: string }
  | { readonly kind: 'objects'; readonly of: ReadonlySet<string> }

export const BOOL: Sort = { kind: 'bool' }

export const numbers = (min: number, max: number, unit?: string): Sort => ({
  kind: 'number',
  min,
  max,
  ...(unit === undefined ? {} : { unit }),
})

export const objects = (names: Iterable<string>): Sort => ({ kind: 'objects', of: new Set(names) })

export function hasValue(sort: Sort, value: unknown): value is Value {
  switch (sort.kind) {
    case 'bool':
      return typeof value === 'boolean'
    case 'number':
      return Number.isInteger(value) && Number(value) >= sort.min && Number(value) <= sort.max
    case 'objects':
      return typeof value === 'string' && sort.of.has(value)
  }
}

/** Whether `inner` is a subset of `outer`; number ranges are not compared, as they are checked at run time. */
export function isWithin(inner: Sort, outer: Sort): boolean {
  if (inner.kind === 'objects' && outer.kind === 'objects') {
    return [...inner.of].every((name) => outer.of.has(name))
  }
  return inner.kind === outer.kind
}

/** Whether the two sorts have a value in common. */
export function overlaps(a: Sort, b: Sort): boolean {
  if (a.kind === 'objects' && b.kind === 'objects') return [...a.of].some((name) => b.of.has(name))
  if (a.kind === 'number' && b.kind === 'number') return a.min <= b.max && b.min <= a.max
  return a.kind === b.kind
}

/** Returns the number of values, for bounding work. */
export function sizeOf(sort: Sort): number {
  switch (sort.kind) {
    case 'bool':
      return 2
    case 'number':
      return Math.max(0, sort.max - sort.min + 1)
    case 'objects':
      return sort.of.size
  }
}

/** Returns every value, in file order. */
export function valuesOf(sort: Sort): readonly Value[] {
  switch (sort.kind) {
    case 'bool':
      return [false, true]
    case 'number':
      return Array.from({ length: sizeOf(sort) }, (_, index) => sort.min + index)
    case 'objects':
      return [...sort.of]
  }
}

/** Parses a port's text as a value of the sort; undefined when it is not one. */
export function valueFrom(text: string, sort: Sort): Value | undefined {
  const value = sort.kind === 'bool' ? BOOLS.get(text) : sort.kind === 'number' ? toNumber(text) : text
  return hasValue(sort, value) ? value : undefined
}

/** Returns the name of a state variable with its arguments filled in: `location(cup)`. */
export const factName = (name: string, args: readonly Value[]): string =>
  args.length === 0 ? name : `${name}(${args.join(', ')})`

/** A fact as a person writes it, in the form of `factName`: `on( a,b )` is `on(a, b)`. */
export const normalFact = (written: string): string => written.replace(/\s+/g, '').replaceAll(',', ', ')

/** Formats a value for users. */
export const formatValue = (value: Value): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value === UNKNOWN ? 'unknown' : String(value)

/** Reads a value as a file or a driver writes it: one of the sort, or `unknown` where no object has that name. */
export const valueOrUnknown = (sort: Sort, value: unknown): Value | undefined =>
  hasValue(sort, value) ? value : value === 'unknown' ? UNKNOWN : undefined

const BOOLS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

const toNumber = (text: string): number => (/^-?\d{1,9}$/.test(text) ? Number(text) : NaN)

/** A state of a data domain: every state variable with its arguments filled in, in file order. */
export type Fluents = ReadonlyMap<string, Value>

/** Equal exactly when every fact is equal. */
export const fingerprintOf = (state: Fluents): string => JSON.stringify([...state])
