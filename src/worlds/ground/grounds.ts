import type { Vocabulary } from '../formula/vocabulary.js'
import type { Expr } from '../syntax/ast.js'
import { UNKNOWN, type Value } from '../value.js'
import type { Cases, Truth } from './cases.js'
import { FALSE, TRUE, type Condition, type ConditionGraph } from './condition-graph.js'
import type { Written } from './parsed.js'
import type { State, StateCodec } from './state-codec.js'

/** The values of ports and bound names, by name. */
export type Bindings = ReadonlyMap<string, Value>

/** What formulas are written out on. */
export interface Grounds {
  readonly graph: ConditionGraph
  readonly codec: StateCodec
  readonly vocabulary: Vocabulary
  readonly definitions: ReadonlyMap<string, Written>
  /** something can be unknown */
  readonly doubtful: boolean
  /** where the task began */
  readonly start: State
}

/** Writes formulas out. */
export interface FormulaWriter {
  truth(expr: Expr, bound: Bindings): Truth
  /** @returns undefined where its values cannot be told apart */
  cases(expr: Expr, bound: Bindings): Cases | undefined
}

/** Values of several arguments, and when they are these. */
export interface Combination {
  readonly values: readonly Value[]
  readonly when: Condition
}

/**
 * Every combination of the values of arguments that can be.
 * @param doubts an unknown argument is a value like any other
 * @returns undefined where they are too many, or one cannot be told
 */
export function combinationsOf(
  graph: ConditionGraph,
  args: readonly (Cases | undefined)[],
  doubts: boolean,
): readonly Combination[] | undefined {
  let all: readonly Combination[] = [{ values: [], when: TRUE }]
  for (const arg of args) {
    if (arg === undefined || (doubts && arg.unknown === undefined)) return undefined
    const choices: (readonly [Value, Condition])[] = [...arg.of]
    if (doubts && arg.unknown !== undefined) choices.push([UNKNOWN, arg.unknown])
    if (all.length * choices.length > MOST_COMBINATIONS) return undefined
    all = all.flatMap(({ values, when }) =>
      choices.map(([value, condition]) => ({
        values: [...values, value],
        when: graph.all([when, condition]),
      })),
    )
  }
  return all.filter(({ when }) => when !== FALSE)
}

/** When one of several is so; undefined where of one nobody can say. */
export const anyOf = (
  graph: ConditionGraph,
  conditions: readonly (Condition | undefined)[],
): Condition | undefined =>
  conditions.includes(undefined) ? undefined : graph.any(conditions.filter((one) => one !== undefined))

const MOST_COMBINATIONS = 2_048
