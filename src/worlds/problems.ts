import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import type { YamlText } from '#documents/yaml-text.js'
import { DATA_LIMITS } from './limits.js'

/** A location in a domain's data: a value or, with `key`, the last key of the path. */
export interface Spot {
  readonly path: readonly (string | number)[]
  readonly key?: boolean
  /** character offset into the text of the value or key */
  readonly offset?: number
}

/** Maps a spot in the data to its place in the file; undefined when unknown. */
export type PlaceOf = (spot: Spot) => SourceRef | undefined

/** Returns the line and column of a spot in a YAML text. */
export function placeOf({ path, key, offset }: Spot, yaml: YamlText): SourceRef {
  if (offset !== undefined) return yaml.whereInside(path, offset, key === true ? 'key' : 'value')
  return key === true ? yaml.whereKey(path) : yaml.whereValue(path)
}

/** A problem before its line and column are resolved. */
export type Finding = Omit<Diagnostic, 'severity' | 'where'>

/** Collects the problems of a domain, up to `DATA_LIMITS.problems`. */
export class Problems {
  readonly #found: Diagnostic[] = []
  readonly #placeOf: PlaceOf
  readonly #document: string
  #errors = 0

  /** @param document the kind of file, as codes name it: `domain.unknown-name`, `task.unknown-name` */
  constructor(placeOf: PlaceOf, document = 'domain') {
    this.#placeOf = placeOf
    this.#document = document
  }

  error(spot: Spot, finding: Finding): void {
    this.#errors++
    this.#add(spot, 'error', finding)
  }

  warn(spot: Spot, finding: Finding): void {
    this.#add(spot, 'warning', finding)
  }

  get errors(): number {
    return this.#errors
  }

  /** Returns the problems in file order. */
  list(): readonly Diagnostic[] {
    return this.#found.toSorted((a, b) => line(a) - line(b) || column(a) - column(b))
  }

  #add(spot: Spot, severity: Diagnostic['severity'], { code, message, ...rest }: Finding): void {
    if (this.#found.length >= DATA_LIMITS.problems && severity === 'warning') return
    if (this.#found.length > DATA_LIMITS.problems) return
    const where = this.#placeOf(spot)
    const own = code.replace(/^domain\./, `${this.#document}.`)
    this.#found.push({ code: own, severity, message, ...(where === undefined ? {} : { where }), ...rest })
  }
}

/** Text from a domain file with its location, so that problems inside it can be pinpointed. */
export interface Source {
  readonly text: string
  readonly spot: Spot
}

/** Returns the spot `offset` characters into the source. */
export const spotAt = ({ spot }: Source, offset: number): Spot => ({
  ...spot,
  offset: (spot.offset ?? 0) + offset,
})

/** Wraps a hint for spreading into a finding; empty when there is none. */
export const hint = (text: string | undefined): { readonly hint?: string } =>
  text === undefined ? {} : { hint: text }

/** Formats a suggestion: `did you mean charger?` */
export const suggestion = (near: string | undefined): string | undefined =>
  near === undefined ? undefined : `did you mean ${near}?`

/** Quotes a word from the file for messages, truncated. */
export const quote = (word: string): string =>
  JSON.stringify(word.length > 60 ? `${word.slice(0, 57)}...` : word)

/** Lists the first `max` names, for `choose one of …`. */
export function listNames(names: Iterable<string>, max = 12): string {
  const all = [...names]
  return all.length <= max ? all.join(', ') : `${all.slice(0, max).join(', ')} and ${all.length - max} more`
}

const line = (problem: Diagnostic): number => problem.where?.line ?? 0
const column = (problem: Diagnostic): number => problem.where?.column ?? 0
