import { tryStep } from '#twin/plan/try-step.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { stepsToKnow } from '#worlds/search/until-look.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import type { Attempt, Step } from './attempt.js'
import { stepsFor } from './proof.js'
import { commandOf, keyOf } from './short-term-memory.js'

/** Steps that end with a look, and what is believed before them. */
export interface Look {
  readonly first: readonly Step[]
  readonly state: Fluents
  /** facts that are no longer believed: the failure may be due to them */
  readonly doubts: readonly string[]
}

/** Doubts are followed one at a time, and no more of them than this: each costs a search. */
const MOST_DOUBTS = 4

/**
 * Looks that would help: at what the step needs and nobody knows, at what it was to bring about and nobody has seen,
 * and, where it failed though everything was as it should be, at what it was believed to find.
 * @param isChance the world declares that it can fail like this: nothing that is believed has to be wrong
 */
export function firstLooks(
  attempt: Attempt,
  belief: Fluents,
  domain: TaskDomain,
  isChance: boolean,
): readonly Look[] {
  const needed = stepsToKnow(domain, belief, attempt)
  const unseen = unseenOf(attempt, belief, domain)
  const brought = unseen.length === 0 ? undefined : stepsFor(domain, belief, unseen.map(known))
  const plain = [needed ?? undefined, brought].flatMap((first): Look[] =>
    first === undefined || first.length === 0 ? [] : [{ first, state: belief, doubts: [] }],
  )
  if (plain.length > 0 || attempt.outcome !== 'failed' || isChance) return plain
  return readBy(attempt, belief, domain)
    .slice(0, MOST_DOUBTS)
    .flatMap((fact): Look[] => {
      const state = new Map(belief).set(fact, UNKNOWN)
      const first = stepsFor(domain, state, [known(fact)])
      return first === undefined || first.length === 0 ? [] : [{ first, state, doubts: [fact] }]
    })
}

/**
 * Steps that end with a look at a fact that nobody knows; undefined where there is none. What would make it so instead
 * of showing it is no look.
 */
export function lookAt(fact: string, state: Fluents, domain: TaskDomain): readonly Step[] | undefined {
  const skills = domain.rules.skills.filter(({ observes = [] }) =>
    observes.map(nameOf).includes(nameOf(fact)),
  )
  if (skills.length === 0) return undefined
  for (const { skill, args } of domain.steps(MOST_STEPS)) {
    const look = { skill, args }
    const command = skills.some(({ name }) => name === skill) ? commandOf(domain, look, state) : undefined
    if (command === undefined || !domain.sees(state, command).includes(fact)) continue
    const isPossible = (at: Fluents): boolean => tryStep(look, at, domain).ok
    const way = stepsFor(domain, state, [{ key: `can ${keyOf(look)}`, holds: isPossible }])
    if (way !== undefined) return [...way, look]
  }
  return undefined
}

/** Steps of the world among which looks are searched for. */
const MOST_STEPS = 20_000

const known = (fact: string) => ({
  key: `${fact} is known`,
  holds: (state: Fluents) => state.get(fact) !== UNKNOWN,
})

/** Facts that the step was to change and that nobody knows now. */
function unseenOf(attempt: Attempt, belief: Fluents, domain: TaskDomain): readonly string[] {
  const command = commandOf(domain, attempt, attempt.before)
  const ways = command === undefined ? [] : domain.about(attempt.before, command).ways
  return [...domain.sorts.keys()].filter(
    (fact) =>
      belief.get(fact) === UNKNOWN && ways.some(({ after }) => after.get(fact) !== attempt.before.get(fact)),
  )
}

/** Facts that some skill observes and that the checks of the step have read. */
function readBy(attempt: Attempt, belief: Fluents, domain: TaskDomain): readonly string[] {
  const command = commandOf(domain, attempt, belief)
  const checks = command === undefined ? [] : domain.explain(belief, command)
  const read = new Set(checks.flatMap(({ values }) => values.map(([fact]) => fact)))
  const observed = domain.rules.skills.flatMap(({ observes = [] }) => observes.map(nameOf))
  return [...read].filter((fact) => belief.get(fact) !== UNKNOWN && observed.includes(nameOf(fact)))
}

/** The state variable of a fact: `location` of `location(cup)`. */
const nameOf = (fact: string): string => /^\w+/.exec(fact)?.[0] ?? fact
