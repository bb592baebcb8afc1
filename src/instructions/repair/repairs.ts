import { tryStep } from '#twin/plan/try-step.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { endOf } from '#worlds/search/search-plan.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import { alternativesTo, withOtherPorts, whatOccupies } from './alternatives.js'
import type { Attempt, Step } from './attempt.js'
import { kindOf } from './kind.js'
import { firstLooks } from './looks.js'
import { planHard, planThrough, remembering, type ProvedPlan } from './proof.js'
import { questionAbout, questionsFor } from './question.js'
import { ranked, type Rank, type Repair } from './ranking.js'
import { keyOf, type ShortTermMemory } from './short-term-memory.js'

/** What repairs are looked for with. */
export interface RepairContext {
  readonly domain: TaskDomain
  readonly memory: ShortTermMemory
  /** orders the repairs; without it, and for what it leaves out, the cheapest comes first */
  readonly rank?: Rank
}

/** Seconds after which a person can be expected to have answered. */
const ANSWER_SECONDS = 60

/**
 * What can be done about a step that was not done, the best first: the step again, other arguments, another grasp,
 * what makes its checks true, another skill or a tool, a look, a question. It is found by asking what differs between
 * what was believed and what is seen, and each of them is a whole plan from what is believed now, proved in the twin.
 */
export function repairsFor(attempt: Attempt, belief: Fluents, context: RepairContext): readonly Repair[] {
  const { domain, memory } = context
  const world = remembering(domain, memory)
  const found = new Map<string, Repair>()
  const add = (plan: ProvedPlan | undefined, doubts: readonly string[] = []): void => {
    if (plan === undefined || plan.steps.length === 0) return
    const key = plan.steps.map(keyOf).join(', ')
    const kind = doubts.length > 0 ? 'look' : kindOf(attempt, plan, belief, domain)
    if (!found.has(key))
      found.set(key, { kind, doubts, ...plan, cost: plan.cost + costAfter(world, belief, plan) })
  }
  add(planThrough(world, belief, [attempt]))
  add(planThrough(world, belief))
  for (const first of whatOccupies(attempt, belief, world)) add(planThrough(world, belief, first))
  for (const first of withOtherPorts(attempt, belief, world)) add(planThrough(world, belief, first))
  for (const first of alternativesTo(attempt, belief, world)) add(planThrough(world, belief, first))
  for (const avoids of avoidances(attempt)) add(planThrough(remembering(domain, memory, avoids), belief))
  for (const { first, state, doubts } of firstLooks(attempt, belief, world, memory.isChance(attempt)))
    add(planThrough(world, state, first), doubts)
  if (found.size === 0) add(planHard(world, belief))
  // which question helps most matters, and costs searches, only where nothing else does
  const [question] = found.size > 0 ? [questionAbout(attempt, 0)] : questionsFor(belief, context, attempt)
  const asks: Repair[] = question === undefined ? [] : [{ kind: 'ask', question, cost: ANSWER_SECONDS }]
  return ranked([...found.values(), ...asks], context.rank)
}

/** What is seen may be good or bad news: a look is worth what comes after the best of it. */
function costAfter(world: TaskDomain, belief: Fluents, { steps, waitsFor }: ProvedPlan): number {
  const last = steps.at(-1)
  const before = waitsFor.length === 0 ? undefined : endOf(world, belief, steps.slice(0, -1))
  if (last === undefined || before === undefined) return 0
  const tried = tryStep(
    last,
    new Map([...before, ...waitsFor.map((fact) => [fact, UNKNOWN] as const)]),
    world,
  )
  const costs = (tried.ok ? tried.value.ends : [])
    .slice(0, MOST_ENDS)
    .flatMap((end) => planThrough(world, end)?.cost ?? [])
  return costs.length === 0 ? ANSWER_SECONDS : Math.min(...costs)
}

/** What a look can show is followed this far. */
const MOST_ENDS = 4

/** What a plan may do without: this very step, and each of the things that it was done with. */
function avoidances({ skill, args }: Attempt): readonly ((step: Step) => boolean)[] {
  const key = keyOf({ skill, args })
  return [
    (step) => keyOf(step) === key,
    ...Object.values(args).map(
      (value) =>
        (step: Step): boolean =>
          Object.values(step.args).includes(value),
    ),
  ]
}
