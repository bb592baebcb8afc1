import type { Sort, Value } from '../value.js'
import type { Term } from './term.js'

/** Everything that a formula of a domain may name. */
export interface Vocabulary {
  /** types by name; every object is of one type that lists it */
  readonly types: ReadonlyMap<string, Sort>
  readonly objects: ReadonlySet<string>
  readonly variables: ReadonlyMap<string, Variable>
  /** a definition, compiled when it is first asked for; undefined when it is broken, which was reported */
  readonly definition: (name: string, from: Asking) => Definition | undefined
  readonly definitions: ReadonlySet<string>
  /** names whose declaration has a problem of its own: what uses them is not complained about */
  readonly broken: ReadonlySet<string>
}

/** A state variable (a fluent), or a constant: the same with values that no skill changes. */
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

/** Who asks for a definition: reports at the place of the name that it makes a circle. */
export type Asking = (circle: readonly string[]) => void
