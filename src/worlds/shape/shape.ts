import type { Json } from '#base/hash.js'
import { hint, type Problems, type Source, type Spot } from '../problems.js'

/**
 * What a part of a domain file looks like: it reads one, and says in JSON Schema what it reads, so that an editor and
 * the loader can never disagree.
 */
export interface Shape<T> {
  /** undefined when the value has another shape; every such thing has been reported */
  read(value: unknown, at: Place, problems: Problems): T | undefined
  readonly schema: Json
}

/** Where a value stands, and what it is called in messages. */
export interface Place {
  readonly spot: Spot
  readonly name: string
}

export const inside = ({ spot }: Place, key: string | number): Place => {
  const path = [...spot.path, key]
  return { spot: { path }, name: sayPath(path) }
}

/** A key of the file: its text, and where it stands. */
export const keySource = (text: string, { spot }: Place): Source => ({
  text,
  spot: { path: [...spot.path, text], key: true },
})

export const ROOT: Place = { spot: { path: [] }, name: 'the file' }

/** A value as one short line; never its insides, which aliases may have made large or endless. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'keys and values'
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Reports a value of another shape. */
export function wrong(
  value: unknown,
  at: Place,
  problems: Problems,
  wanted: { readonly expected: string; readonly advice?: string | undefined },
): undefined {
  problems.error(at.spot, {
    code: 'domain.type',
    message: `${at.name} is not what it must be`,
    expected: wanted.expected,
    got: show(value),
    ...hint(wanted.advice),
  })
}

/** `skills.Grasp.checks[1].holds` */
const sayPath = (path: Spot['path']): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part.slice(0, 60)}`))
    .join('')
    .replace(/^\./, '')
