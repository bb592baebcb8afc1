import type { Sort, Value } from '../value.js'
import type { Term } from './term.js'

/** Everything that a formula of a domain may name. */
export interface Vocabulary {
  /** types by name; every object is listed by exactly one type */
  readonly types: ReadonlyMap<string, Sort>
  readonly objects: ReadonlySet<string>
  /** the numbers of objects that have an order */
  readonly indices: ReadonlyMap<string, number>
  readonly variables: ReadonlyMap<string, Variable>
  /** returns a definition, compiled on first use; undefined if it is broken, which has been reported */
  readonly definition: (name: string, from: OnCycle) => Definition | undefined
  readonly definitions: ReadonlySet<string>
  /** names with a faulty declaration: uses of them are not reported again */
  readonly broken: ReadonlySet<string>
}

/** A state variable (a fluent), or a constant, whose values no skill changes. */
export interface Variable {
  readonly name: string
  readonly parameters: readonly Sort[]
  readonly sort: Sort
  /** by fact name; undefined for a state variable */
  readonly constants: ReadonlyMap<string, Value> | undefined
}

export interface Definition {
  readonly name: string
  readonly parameters: readonly Sort[]
  readonly body: Term
}

/** Callback of the site that uses a definition: reports there that the definitions are circular. */
export type OnCycle = (circle: readonly string[]) => void
