import type { TaskDomain } from '#worlds/task/with-task.js'
import { endOf } from '#worlds/search/search-plan.js'
import type { Fluents } from '#worlds/value.js'
import type { Attempt, Step } from './attempt.js'
import type { ProvedPlan } from './proof.js'
import { commandOf, keyOf } from './short-term-memory.js'

/** What a repair comes to. */
export type RepairKind =
  /** the step once more: its failure is chance */
  | 'again'
  /** the step with another value of a port that need not be written */
  | 'manner'
  /** what a check of the step needs is made true first */
  | 'precondition'
  /** something else is in the way, and is taken away first */
  | 'clear'
  /** somebody looks first */
  | 'look'
  /** the same skill with other things */
  | 'argument'
  /** another skill */
  | 'skill'
  /** another skill that uses a thing of a kind that the step had no use for */
  | 'tool'
  | 'ask'

/** Tells from its steps what a plan does about a step that was not done. */
export function kindOf(
  attempt: Attempt,
  { steps, waitsFor }: ProvedPlan,
  belief: Fluents,
  domain: TaskDomain,
): Exclude<RepairKind, 'ask'> {
  if (waitsFor.length > 0) return 'look'
  const at = steps.findIndex((step) => keyOf(step) === keyOf(attempt))
  if (at === 0) return 'again'
  if (at > 0) return movesAnother(attempt, steps.slice(0, at), belief, domain) ? 'clear' : 'precondition'
  const same = steps.filter(({ skill }) => skill === attempt.skill)
  if (same.some((step) => isSameBesides(step, attempt, domain))) return 'manner'
  if (same.length > 0) return 'argument'
  return steps.some((step) => usesMore(step, attempt, domain)) ? 'tool' : 'skill'
}

/** Whether steps put something elsewhere that a check of the failed step has read, and that is not its own thing. */
function movesAnother(
  attempt: Attempt,
  steps: readonly ProvedPlan['steps'][number][],
  belief: Fluents,
  domain: TaskDomain,
): boolean {
  const command = commandOf(domain, attempt, belief)
  const end = endOf(domain, belief, steps)
  if (command === undefined || end === undefined) return false
  const own = new Set(Object.values(attempt.args))
  const broken = domain.explain(belief, command).filter(({ holds }) => !holds)
  return broken.some(({ values }) =>
    values.some(
      ([fact, value]) =>
        typeof value === 'string' &&
        end.get(fact) !== value &&
        thingsIn(fact).length > 0 &&
        !thingsIn(fact).some((thing) => own.has(thing)),
    ),
  )
}

/** What a fact is about: `cup` of `location(cup)`. */
const thingsIn = (fact: string): readonly string[] => {
  const [, inside = ''] = /\((.*)\)$/.exec(fact) ?? []
  return inside === '' ? [] : inside.split(', ')
}

/** The same but for ports that need not be written. */
function isSameBesides(step: Step, attempt: Attempt, domain: TaskDomain): boolean {
  const ports = portsOf(step, domain).filter(({ optional }) => !optional)
  return ports.every(({ name }) => step.args[name] === attempt.args[name])
}

/** Whether a step uses a thing of a kind that the failed step has no port for, and that the goals do not name. */
function usesMore(step: Step, attempt: Attempt, domain: TaskDomain): boolean {
  if (step.skill === attempt.skill) return false
  const known = new Set(portsOf(attempt, domain).flatMap(({ values = [] }) => values))
  const own = Object.values(attempt.args)
  const wanted = domain.task.goals.map(({ holds }) => holds.source).join(' ')
  const isWanted = (value: string): boolean => new RegExp(`\\b${value}\\b`).test(wanted)
  return (
    own.every((value) => Object.values(step.args).includes(value)) &&
    Object.values(step.args).some((value) => !known.has(value) && !own.includes(value) && !isWanted(value))
  )
}

const portsOf = ({ skill }: Step, domain: TaskDomain) =>
  domain.rules.skills.find(({ name }) => name === skill)?.ports ?? []
