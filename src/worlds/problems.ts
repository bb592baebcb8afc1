import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { DATA_LIMITS } from './limits.js'

/** Where something stands in a domain's data: a value or, with `key`, the key that ends the path. */
export interface Spot {
  readonly path: readonly (string | number)[]
  readonly key?: boolean
  /** characters into the text of the value or key */
  readonly offset?: number
}

/** The place in the file that a spot of the data was read from; undefined when nobody knows. */
export type PlaceOf = (spot: Spot) => SourceRef | undefined

/** A problem before anybody asks for its line and column. */
export type Finding = Omit<Diagnostic, 'severity' | 'where'>

/** Collects what is wrong with a domain, at most as much as a person reads. */
export class Problems {
  readonly #found: Diagnostic[] = []
  readonly #placeOf: PlaceOf
  #errors = 0

  constructor(placeOf: PlaceOf) {
    this.#placeOf = placeOf
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

  /** In the order of the file. */
  list(): readonly Diagnostic[] {
    return this.#found.toSorted((a, b) => line(a) - line(b) || column(a) - column(b))
  }

  #add(spot: Spot, severity: Diagnostic['severity'], { code, message, ...rest }: Finding): void {
    if (this.#found.length >= DATA_LIMITS.problems && severity === 'warning') return
    if (this.#found.length > DATA_LIMITS.problems) return
    const where = this.#placeOf(spot)
    this.#found.push({ code, severity, message, ...(where === undefined ? {} : { where }), ...rest })
  }
}

/** Text of a domain together with where it stands, so that what is wrong inside can be pointed at. */
export interface Source {
  readonly text: string
  readonly spot: Spot
}

/** The same source, some characters on. */
export const spotAt = ({ spot }: Source, offset: number): Spot => ({
  ...spot,
  offset: (spot.offset ?? 0) + offset,
})

/** For spreading into a finding: nothing when there is nothing to advise. */
export const hint = (text: string | undefined): { readonly hint?: string } =>
  text === undefined ? {} : { hint: text }

/** `did you mean charger?` */
export const meant = (near: string | undefined): string | undefined =>
  near === undefined ? undefined : `did you mean ${near}?`

/** A word of the file as messages show it: short, whatever was written. */
export const quote = (word: string): string =>
  JSON.stringify(word.length > 60 ? `${word.slice(0, 57)}...` : word)

/** The first of many, for `choose one of …`. */
export function some(names: Iterable<string>, most = 12): string {
  const all = [...names]
  return all.length <= most
    ? all.join(', ')
    : `${all.slice(0, most).join(', ')} and ${all.length - most} more`
}

const line = (problem: Diagnostic): number => problem.where?.line ?? 0
const column = (problem: Diagnostic): number => problem.where?.column ?? 0
