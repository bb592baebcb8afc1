import type { Json } from '#base/hash.js'
import { hint, type Problems, type Source, type Spot } from '../problems.js'

/**
 * The shape of a part of a domain file: it reads the part and also provides its JSON Schema, so that editor and loader
 * can never disagree.
 */
export interface Shape<T> {
  /** undefined when the value has another shape; the problem has then been reported */
  read(value: unknown, at: Place, problems: Problems): T | undefined
  readonly schema: Json
}

/** A value's location, and its name in messages. */
export interface Place {
  readonly spot: Spot
  readonly name: string
}

export const inside = ({ spot }: Place, key: string | number): Place => {
  const path = [...spot.path, key]
  return { spot: { path }, name: formatPath(path) }
}

/** Returns a key of the file as a source: its text and its location. */
export const keySource = (text: string, { spot }: Place): Source => ({
  text,
  spot: { path: [...spot.path, text], key: true },
})

export const ROOT: Place = { spot: { path: [] }, name: 'the file' }

/** Describes a value in one short line; never its contents, which aliases may have made huge or cyclic. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'keys and values'
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Reports that a value has the wrong shape. */
export function wrongShape(
  value: unknown,
  at: Place,
  problems: Problems,
  wanted: { readonly expected: string; readonly advice?: string | undefined },
): undefined {
  problems.error(at.spot, {
    code: 'domain.type',
    message: `${at.name} is not what it must be`,
    expected: wanted.expected,
    got: describeValue(value),
    ...hint(wanted.advice),
  })
}

/** Formats a path: `skills.Grasp.checks[1].holds`. */
const formatPath = (path: Spot['path']): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part.slice(0, 60)}`))
    .join('')
    .replace(/^\./, '')
