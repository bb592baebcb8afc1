import type { Fluents, Sort, Value } from '../value.js'

/** A formula or value checked against the declarations: it always evaluates to a value of its sort. */
export interface Term {
  readonly sort: Sort
  /** its values here, where a guard before it excludes none: what counts where it is an argument or is assigned */
  readonly guarded?: Sort
  /** upper bound on the number of values read */
  readonly cost: number
  /** whether it depends on the state, or on a port or bound name */
  readonly varies: boolean
  readonly run: (env: Env) => Value
}

export interface Env {
  readonly state: Fluents
  /** the state before the command; the same as `state` in checks and effects */
  readonly before: Fluents
  /** the state in which the task began; only in formulas of tasks */
  readonly start?: Fluents
  /** ports first, then bound names, by slot; immutable, so that no binder can change another one's value */
  readonly bound: readonly Value[]
  /** records every fact that is read, for explanations */
  readonly reads?: Map<string, Value>
}

/**
 * Returns the environment with one more name bound. Scoping is lexical: only the slots of `env.bound` below `slot`
 * belong to the scope in which the binder was compiled, whoever runs the formula.
 */
export const withBinding = (env: Env, slot: number, value: Value): Env => ({
  ...env,
  bound: [...env.bound.slice(0, slot), value],
})

/** Combines terms: costs add up, and the result varies if any term does. */
export const combine = (terms: readonly Term[]): Pick<Term, 'cost' | 'varies'> => ({
  cost: terms.reduce((total, { cost }) => Math.min(Number.MAX_SAFE_INTEGER, total + cost), 1),
  varies: terms.some(({ varies }) => varies),
})
