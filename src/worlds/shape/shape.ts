import type { Json } from '#base/hash.js'
import { describeValue } from '#documents/value-text.js'
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

/** Reports that a value has the wrong shape. */
export function wrongShape(
  value: unknown,
  at: Place,
  problems: Problems,
  wanted: { readonly expected: string; readonly advice?: string | undefined },
): undefined {
  problems.error(at.spot, {
    code: 'domain.type',
    message: `${at.name} has an invalid value`,
    expected: wanted.expected,
    got: value === undefined ? 'nothing' : describeValue(value),
    ...hint(wanted.advice),
  })
}

/** Formats a path: `skills.Grasp.checks[1].holds`. */
const formatPath = (path: Spot['path']): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part.slice(0, 60)}`))
    .join('')
    .replace(/^\./, '')
