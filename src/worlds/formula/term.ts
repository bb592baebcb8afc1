import type { Fluents, Sort, Value } from '../value.js'

/** A formula or value that has been checked against the declarations: it always has a value of its sort. */
export interface Term {
  readonly sort: Sort
  /** values that it may look at, at most */
  readonly cost: number
  /** whether it depends on the state, or on a port or bound name */
  readonly varies: boolean
  readonly run: (env: Env) => Value
}

export interface Env {
  readonly state: Fluents
  /** the state before the command; the same as `state` in checks and effects */
  readonly before: Fluents
  /** ports first, then bound names, by slot; never written to, so that no binder can change what another one bound */
  readonly bound: readonly Value[]
  /** where every fact that is looked at gets noted, for explanations */
  readonly reads?: Map<string, Value>
}

/**
 * The same with one more name bound. Names are lexical: of what stands in `env.bound`, only the slots below belong to
 * the scope that the binder was compiled in, whoever else runs the formula.
 */
export const binding = (env: Env, slot: number, value: Value): Env => ({
  ...env,
  bound: [...env.bound.slice(0, slot), value],
})

/** Costs add up; what varies makes the whole vary. */
export const together = (terms: readonly Term[]): Pick<Term, 'cost' | 'varies'> => ({
  cost: terms.reduce((total, { cost }) => Math.min(Number.MAX_SAFE_INTEGER, total + cost), 1),
  varies: terms.some(({ varies }) => varies),
})
