import { didYouMean } from '#base/diagnostic.js'
import type { Json } from '#base/hash.js'
import { DATA_LIMITS } from '../limits.js'
import { hint, suggestion, quote, type Problems, type Source } from '../problems.js'
import { isName, type NamePattern } from './scalars.js'
import { inside, keySource, wrongShape, type Place, type Shape } from './shape.js'

/** A list. A problem in one entry does not hide problems in the others. */
export const list = <T>(
  item: Shape<T>,
  description: string,
  max: number = DATA_LIMITS.entries,
): Shape<readonly T[]> => ({
  schema: { type: 'array', items: item.schema, maxItems: max, description },
  read(value, at, problems) {
    if (!Array.isArray(value)) return wrongShape(value, at, problems, { expected: 'a list' })
    if (value.length > max) return tooMany(value.length, max, at, problems)
    return value.flatMap((entry: unknown, index) => {
      const read = item.read(entry, inside(at, index), problems)
      return read === undefined ? [] : [read]
    })
  },
})

/** One entry of a map, with its key as written. */
export interface Entry<T> {
  readonly key: Source
  readonly value: T
}

/** A map with keys chosen by the domain, all with values of one shape. */
export const mapOf = <T>(
  item: Shape<T>,
  description: string,
  { keys, max = DATA_LIMITS.entries }: { readonly keys?: NamePattern; readonly max?: number } = {},
): Shape<readonly Entry<T>[]> => ({
  schema: {
    type: 'object',
    additionalProperties: item.schema,
    maxProperties: max,
    description,
    ...(keys === undefined ? {} : { propertyNames: { pattern: keys.pattern.source } }),
  },
  read(value, at, problems) {
    if (!isMap(value)) return wrongShape(value, at, problems, { expected: 'keys and values' })
    const entries = Object.entries(value)
    if (entries.length > max) return tooMany(entries.length, max, at, problems)
    return entries.flatMap(([text, entry]) => {
      const key = keySource(text, at)
      const fits = keys === undefined || isName(key, keys, problems) !== undefined
      const read = item.read(entry, inside(at, text), problems)
      return !fits || read === undefined ? [] : [{ key, value: read }]
    })
  },
})

export interface Field<T> {
  readonly shape: Shape<T>
  readonly required: boolean
}

export const required = <T>(shape: Shape<T>): Field<T> & { readonly required: true } => ({
  shape,
  required: true,
})
export const optional = <T>(shape: Shape<T>): Field<T> & { readonly required: false } => ({
  shape,
  required: false,
})

/** The type that an object with known keys is read as. */
export type Read<F extends Readonly<Record<string, Field<unknown>>>> = {
  readonly [K in keyof F]: F[K] extends { readonly shape: Shape<infer T>; readonly required: infer R }
    ? R extends true
      ? T
      : T | undefined
    : never
}

/** An object with known keys. Missing, misspelt and unknown keys are reported. */
export function object<F extends Readonly<Record<string, Field<unknown>>>>(
  fields: F,
  description: string,
): Shape<Read<F>> {
  const names = Object.keys(fields)
  const needed = names.filter((key) => fields[key]?.required === true)
  const properties = Object.fromEntries(
    names.map((key): [string, Json] => [key, fields[key]?.shape.schema ?? {}]),
  )
  return {
    schema: { type: 'object', properties, required: needed, additionalProperties: false, description },
    read(value, at, problems) {
      if (!isMap(value))
        return wrongShape(value, at, problems, { expected: `keys and values: ${names.join(', ')}` })
      const before = problems.errors
      for (const key of Object.keys(value))
        if (!Object.hasOwn(fields, key)) unknownKey(key, at, names, problems)
      const read: Record<string, unknown> = {}
      for (const key of names) {
        const found = Object.hasOwn(value, key)
          ? (value as Readonly<Record<string, unknown>>)[key]
          : undefined
        if (found !== undefined) read[key] = fields[key]?.shape.read(found, inside(at, key), problems)
        else if (needed.includes(key)) missing(key, at, problems)
      }
      return problems.errors > before ? undefined : (read as Read<F>)
    },
  }
}

/** A short form for the common case, recognised by not being a map. */
export const shortOr = <S, L>(short: Shape<S>, long: Shape<L>, make: (short: S) => L): Shape<L> => ({
  schema: { anyOf: [short.schema, long.schema] },
  read(value, at, problems) {
    if (isMap(value)) return long.read(value, at, problems)
    const read = short.read(value, at, problems)
    return read === undefined ? undefined : make(read)
  },
})

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function tooMany(count: number, max: number, at: Place, problems: Problems): undefined {
  problems.error(at.spot, {
    code: 'domain.too-many',
    message: `${at.name} has too many entries`,
    expected: `at most ${max}`,
    got: String(count),
  })
}

function unknownKey(key: string, at: Place, known: readonly string[], problems: Problems): void {
  problems.error(keySource(key, at).spot, {
    code: 'domain.unknown-key',
    message: `${at.name} has no key ${quote(key)}`,
    expected: known.join(', '),
    got: key.slice(0, 60),
    ...hint(suggestion(didYouMean(key, known))),
  })
}

function missing(key: string, at: Place, problems: Problems): void {
  problems.error(at.spot, {
    code: 'domain.missing',
    message: `${at.name} has no ${quote(key)}`,
    expected: `${key}:`,
    got: 'nothing',
  })
}
