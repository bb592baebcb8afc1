import { FALSE, TRUE, type Condition, type ConditionGraph } from './condition-graph.js'
import type { Value } from '../value.js'

/** What an expression can be, and when; where no case holds, its value is unknown. */
export interface Cases {
  readonly of: ReadonlyMap<Value, Condition>
  /** when it is unknown; undefined where no condition says so */
  readonly unknown: Condition | undefined
}

/** When a formula is true and when it is false: neither, where it is unknown. */
export interface Truth {
  readonly yes: () => Condition
  readonly no: () => Condition
  /** false: the conditions are necessary, and only the twin can tell whether they are sufficient */
  readonly exact: boolean
}

/** A formula that nothing is known about. */
export const ANYTHING: Truth = { yes: () => TRUE, no: () => TRUE, exact: false }

export const constantTruth = (holds: boolean): Truth => ({
  yes: () => (holds ? TRUE : FALSE),
  no: () => (holds ? FALSE : TRUE),
  exact: true,
})

export const constantCases = (value: Value): Cases => ({ of: new Map([[value, TRUE]]), unknown: FALSE })

/** Computed when it is first asked for: most formulas are never asked when they are false. */
export function lazily(compute: () => Condition): () => Condition {
  let known: Condition | undefined
  return () => (known ??= compute())
}

export const opposite = ({ yes, no, exact }: Truth): Truth => ({ yes: no, no: yes, exact })

/** Conjunction or disjunction in Kleene's logic. */
export function connected(graph: ConditionGraph, kind: 'and' | 'or', parts: readonly Truth[]): Truth {
  const every = (of: (part: Truth) => Condition) => lazily(() => graph.all(parts.map(of)))
  const some = (of: (part: Truth) => Condition) => lazily(() => graph.any(parts.map(of)))
  const exact = parts.every((part) => part.exact)
  return kind === 'and'
    ? { yes: every(({ yes }) => yes()), no: some(({ no }) => no()), exact }
    : { yes: some(({ yes }) => yes()), no: every(({ no }) => no()), exact }
}

/** Whether two values are as a relation says. */
export function related(
  graph: ConditionGraph,
  a: Cases,
  b: Cases,
  relation: (x: Value, y: Value) => boolean,
): Truth {
  if (a.of.size * b.of.size > MOST_PAIRS) return ANYTHING
  const when = (wanted: boolean): (() => Condition) =>
    lazily(() =>
      graph.any(
        [...a.of].map(([x, ifX]) => {
          const fitting = [...b.of].flatMap(([y, ifY]) => (relation(x, y) === wanted ? [ifY] : []))
          return graph.all([ifX, graph.any(fitting)])
        }),
      ),
    )
  return { yes: when(true), no: when(false), exact: true }
}

/** Whether two values are equal. */
export function equality(graph: ConditionGraph, a: Cases, b: Cases): Truth {
  const yes = lazily(() =>
    graph.any(
      [...a.of].flatMap(([value, when]) => {
        const other = b.of.get(value)
        return other === undefined ? [] : [graph.all([when, other])]
      }),
    ),
  )
  return { ...related(graph, a, b, (x, y) => x === y), yes }
}

/** The value of an operation on two values; undefined where there are too many to be told apart. */
export function operated(
  graph: ConditionGraph,
  a: Cases,
  b: Cases,
  operation: (x: number, y: number) => number,
): Cases | undefined {
  if (a.of.size * b.of.size > MOST_PAIRS) return undefined
  const found = new Map<Value, Condition[]>()
  for (const [x, ifX] of a.of)
    for (const [y, ifY] of b.of) {
      const both = graph.all([ifX, ifY])
      if (both === FALSE) continue
      const value = operation(Number(x), Number(y))
      found.set(value, [...(found.get(value) ?? []), both])
    }
  return { of: merged(graph, found), unknown: eitherUnknown(graph, a, b) }
}

/** One of several cases, each with its own condition. */
export function merged(
  graph: ConditionGraph,
  found: ReadonlyMap<Value, readonly Condition[]>,
): ReadonlyMap<Value, Condition> {
  return new Map([...found].map(([value, conditions]) => [value, graph.any(conditions)]))
}

/** @param doubtful something can be unknown */
export const casesOf = ({ yes, no, exact }: Truth, doubtful: boolean): Cases | undefined => {
  if (!exact) return undefined
  const [isTrue, isFalse] = [yes(), no()]
  return {
    of: new Map<Value, Condition>([
      [true, isTrue],
      [false, isFalse],
    ]),
    unknown: !doubtful || isTrue === TRUE || isFalse === TRUE ? FALSE : undefined,
  }
}

export const truthOf = (graph: ConditionGraph, cases: Cases): Truth => ({
  yes: () => cases.of.get(true) ?? FALSE,
  no: () => graph.any([...cases.of].flatMap(([value, when]) => (value === true ? [] : [when]))),
  exact: true,
})

function eitherUnknown(graph: ConditionGraph, a: Cases, b: Cases): Condition | undefined {
  return a.unknown === undefined || b.unknown === undefined ? undefined : graph.any([a.unknown, b.unknown])
}

/** pairs of values that are written out */
const MOST_PAIRS = 4_096
