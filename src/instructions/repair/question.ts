import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, valuesOf, type Fluents, type Value } from '#worlds/value.js'
import { sayStep } from '../say.js'
import { spoken } from '../spoken-world.js'
import type { Attempt, Step } from './attempt.js'
import { planThrough, remembering } from './proof.js'
import { keyOf, type ShortTermMemory } from './short-term-memory.js'

/** What a person is asked when the robot does not get on by itself. */
export interface Question {
  readonly text: string
  readonly about: AboutStep | AboutFact
  /** goals that could be reached with the answer, on average over the answers */
  readonly opens: number
}

interface AboutStep {
  readonly kind: 'step'
  readonly step: Step
}

interface AboutFact {
  readonly kind: 'fact'
  readonly fact: string
  readonly values: readonly Value[]
}

/** What a person says to a question. */
export type Answer =
  /** the person has done something about it; what is so now is to be looked at again */
  | { readonly kind: 'done' }
  | { readonly kind: 'fact'; readonly fact: string; readonly value: Value }
  | { readonly kind: 'stop' }

/** Each answer to be considered costs searches. */
const MOST_STEPS = 4
const MOST_UNKNOWN = 6
const MOST_VALUES = 12

/**
 * The questions that a person could help with, the one first whose answer opens most goals: a step that has failed in
 * vain, or a fact that nobody knows. Where no single answer opens any, what most plans would have used comes first.
 */
export function questionsFor(
  belief: Fluents,
  { domain, memory }: { readonly domain: TaskDomain; readonly memory: ShortTermMemory },
  attempt?: Attempt,
): readonly Question[] {
  const failed = new Map([...(attempt === undefined ? [] : [attempt]), ...memory.refused()].map(keyed))
  const used = usedWithoutMemory(domain, belief)
  const rate = (question: Question) => ({
    question,
    uses: question.about.kind === 'step' ? (used.get(keyOf(question.about.step)) ?? 0) : 0,
  })
  return [
    ...[...failed.values()].slice(0, MOST_STEPS).map((one) => aboutStep(one, belief, { domain, memory })),
    ...unknownOf(domain, belief).map((fact) => aboutFact(fact, belief, remembering(domain, memory))),
  ]
    .map(rate)
    .sort((a, b) => b.question.opens - a.question.opens || b.uses - a.uses)
    .map(({ question }) => question)
}

/** The question about one step, without looking whether another would help more. */
export const questionAbout = (attempt: Attempt, opens: number): Question => ({
  text:
    `${sayStep({ ...attempt, path: '' })} was not done: ${attempt.reason}. ` +
    'Can you help with it, so that I can go on?',
  about: { kind: 'step', step: { skill: attempt.skill, args: attempt.args } },
  opens,
})

const keyed = (attempt: Attempt): readonly [string, Attempt] => [keyOf(attempt), attempt]

function aboutStep(
  attempt: Attempt,
  belief: Fluents,
  { domain, memory }: { readonly domain: TaskDomain; readonly memory: ShortTermMemory },
): Question {
  const key = keyOf(attempt)
  const world = remembering(domain, {
    refusal: (step, state) => (keyOf(step) === key ? undefined : memory.refusal(step, state)),
  })
  return questionAbout(attempt, goalsOpen(world, belief))
}

function aboutFact(fact: string, belief: Fluents, domain: TaskDomain): Question {
  const sort = domain.sorts.get(fact)
  const values = sort === undefined ? [] : valuesOf(sort)
  const tried = values.slice(0, MOST_VALUES)
  const opened = tried.map((value) => goalsOpen(domain, new Map(belief).set(fact, value)))
  const [, name = fact, inside = ''] = /^(\w+)(?:\((.*)\))?$/.exec(fact) ?? []
  const text = domain.rules.start?.find((one) => one.name === name)?.text ?? spoken(name)
  const of = inside === '' ? '' : ` of ${spoken(inside)}`
  return {
    text: `I do not know this${of}: ${text}. What is it?`,
    about: { kind: 'fact', fact, values },
    opens: tried.length === 0 ? 0 : opened.reduce((sum, goals) => sum + goals, 0) / tried.length,
  }
}

const unknownOf = (domain: TaskDomain, belief: Fluents): readonly string[] =>
  [...domain.sorts.keys()].filter((fact) => belief.get(fact) === UNKNOWN).slice(0, MOST_UNKNOWN)

/** Of the goals that do not hold: how many there are plans for, each by itself. */
const goalsOpen = (domain: TaskDomain, belief: Fluents): number =>
  openGoals(domain, belief).filter((goal) => planThrough({ ...domain, goal: [goal] }, belief) !== undefined)
    .length

const openGoals = ({ goal = [] }: TaskDomain, belief: Fluents) => goal.filter((one) => !one.holds(belief))

/** How many plans for single goals would use a step if nothing had ever failed. */
function usedWithoutMemory(domain: TaskDomain, belief: Fluents): ReadonlyMap<string, number> {
  const used = new Map<string, number>()
  for (const goal of openGoals(domain, belief)) {
    const plan = planThrough({ ...domain, goal: [goal] }, belief)
    for (const key of new Set(plan?.steps.map(keyOf))) used.set(key, (used.get(key) ?? 0) + 1)
  }
  return used
}
