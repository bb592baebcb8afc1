import type { Json } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'

/** How a value looks: reads it strictly, and says the same as JSON Schema. */
export interface Shape<T> {
  /** throws `Mismatch`; only `readShape` calls it */
  readonly read: (value: unknown, at: string) => T
  readonly schema: { readonly [key: string]: Json }
  readonly optional?: true
}

export interface Mismatch {
  /** `params.command.id` */
  readonly at: string
  readonly expected: string
  readonly got: string
}

export function readShape<T>(shape: Shape<T>, value: unknown, at: string): Result<T, Mismatch> {
  try {
    return ok(shape.read(value, at))
  } catch (cause) {
    if (cause instanceof MismatchError) return err(cause.mismatch)
    throw cause
  }
}

/** @param words what the pattern means, for people */
export const text = (max: number, pattern?: RegExp, words?: string): Shape<string> => ({
  read: (value, at) =>
    typeof value === 'string' && value.length <= max && (pattern?.test(value) ?? true)
      ? value
      : fail(
          at,
          pattern === undefined
            ? `text of at most ${max} characters`
            : (words ?? `text like ${pattern.source}`),
          value,
        ),
  schema: { type: 'string', maxLength: max, ...(pattern && { pattern: pattern.source }) },
})

export const number = (min: number, max: number): Shape<number> => ({
  read: (value, at) =>
    typeof value === 'number' && value >= min && value <= max
      ? value
      : fail(at, `a number from ${min} to ${max}`, value),
  schema: { type: 'number', minimum: min, maximum: max },
})

export const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER): Shape<number> => ({
  read: (value, at) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : fail(at, `a whole number from ${min}`, value),
  schema: { type: 'integer', minimum: min, maximum: max },
})

export const flag: Shape<boolean> = {
  read: (value, at) => (typeof value === 'boolean' ? value : fail(at, 'true or false', value)),
  schema: { type: 'boolean' },
}

export const oneOf = <W extends string>(...words: readonly W[]): Shape<W> => ({
  read: (value, at) => words.find((word) => word === value) ?? fail(at, `one of ${words.join(', ')}`, value),
  schema: { enum: words },
})

export const list = <T>(item: Shape<T>, max: number): Shape<readonly T[]> => ({
  read: (value, at) =>
    Array.isArray(value) && value.length <= max
      ? value.map((each, i) => item.read(each, `${at}[${i}]`))
      : fail(at, `a list of at most ${max}`, value),
  schema: { type: 'array', maxItems: max, items: item.schema },
})

/** An object whose names are data. */
export const record = <T>(item: Shape<T>, max: number): Shape<Readonly<Record<string, T>>> => ({
  read: (value, at) => {
    const entries = isObject(value) ? Object.entries(value) : fail(at, 'an object', value)
    if (entries.length > max) fail(at, `at most ${max} names`, `${entries.length}`)
    // fromEntries defines its properties, so that `__proto__` is a name like any other
    return Object.fromEntries(entries.map(([name, each]) => [name, item.read(each, `${at}.${name}`)]))
  },
  schema: { type: 'object', maxProperties: max, additionalProperties: item.schema },
})

/** A fixed object. What it does not name is ignored: a newer minor version may say more. */
export function object<F extends Readonly<Record<string, Shape<unknown>>>>(fields: F): Shape<ObjectOf<F>> {
  const required = Object.keys(fields).filter((name) => fields[name]?.optional === undefined)
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))
  return {
    read: (value, at) => {
      const given = isObject(value) ? value : fail(at, 'an object', value)
      const entries = Object.entries(fields).flatMap(([name, shape]) =>
        given[name] === undefined && shape.optional
          ? []
          : [[name, shape.read(given[name], `${at}.${name}`)] as const],
      )
      // safe: every field that is not optional was read by its shape
      return Object.fromEntries(entries) as ObjectOf<F>
    },
    schema: { type: 'object', required, properties },
  }
}

export const optional = <T>(shape: Shape<T>): Shape<T | undefined> & { readonly optional: true } => ({
  ...shape,
  optional: true,
})

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as a message shows it: short. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isObject(value))
    return `an object with ${Object.keys(value).slice(0, 8).join(', ').slice(0, 100) || 'no names'}`
  return (JSON.stringify(value) ?? typeof value).slice(0, 100)
}

type ObjectOf<F> = {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? never : K]: Read<F[K]>
} & {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? K : never]?: Exclude<
    Read<F[K]>,
    undefined
  >
}
type Read<S> = S extends Shape<infer T> ? T : never

class MismatchError extends Error {
  readonly mismatch: Mismatch

  constructor(mismatch: Mismatch) {
    super('the value has another shape')
    this.mismatch = mismatch
  }
}

export function fail(at: string, expected: string, value: unknown): never {
  throw new MismatchError({ at, expected, got: shown(value) })
}
