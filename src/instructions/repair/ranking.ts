import type { RepairKind } from './kind.js'
import type { ProvedPlan } from './proof.js'
import type { Question } from './question.js'

/** Something that can be done about a step that was not done; what moves has been proved by the twin. */
export type Repair =
  | ({ readonly kind: Exclude<RepairKind, 'ask'>; readonly doubts: readonly string[] } & ProvedPlan)
  | { readonly kind: 'ask'; readonly question: Question; readonly cost: number }

/**
 * Puts repairs into an order, as a model may do it: numbers of the repairs, from 0, the best first. What is no number
 * of one, or comes twice, is left out, and what it does not name comes after it.
 */
export type Rank = (repairs: readonly Repair[]) => readonly number[]

/** At equal cost what changes least of the plan comes first. */
const ORDER: readonly Repair['kind'][] = [
  'again',
  'manner',
  'precondition',
  'clear',
  'look',
  'argument',
  'skill',
  'tool',
  'ask',
]

/** The cheapest first; a person is asked after everything that can be done without one. */
export function ranked(repairs: readonly Repair[], rank?: Rank): readonly Repair[] {
  const sorted = [...repairs].sort(
    (a, b) =>
      Number(a.kind === 'ask') - Number(b.kind === 'ask') ||
      a.cost - b.cost ||
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
      (nameOf(a) < nameOf(b) ? -1 : 1),
  )
  const chosen = new Set((rank?.(sorted) ?? []).filter((at) => sorted[at] !== undefined))
  return [...[...chosen].flatMap((at) => sorted[at] ?? []), ...sorted.filter((_, at) => !chosen.has(at))]
}

/** Equal only for equal repairs: the order never depends on how they were found. */
const nameOf = (repair: Repair): string =>
  repair.kind === 'ask'
    ? repair.question.text
    : JSON.stringify(repair.steps.map(({ skill, args }) => [skill, args]))
