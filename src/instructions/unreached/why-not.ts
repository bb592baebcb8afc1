import type { DataDomain } from '#worlds/assemble.js'
import { planGoals, type NoGoalPlan, type PlanLimits } from '#worlds/plan/plan-goals.js'
import type { Expected } from '#worlds/run/skill.js'
import { isTrue, taskEnv, wordsOf, type Task } from '#worlds/task/task.js'
import { withTask } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { listed } from '../say.js'
import { missingCondition } from './missing-condition.js'
import { cannot, mustStay } from './say-cannot.js'

/** An order that no plan was found for. */
export interface Unreached {
  readonly world: DataDomain
  readonly task: Task
  readonly state: Fluents
}

/**
 * The nearest condition that stands in the way of an order, in a sentence: which of its goals cannot be reached, and
 * what it is that has to be given up for it. It is found by leaving parts out and planning again, for a short time.
 */
export function whyNot(where: Unreached, found: NoGoalPlan): string {
  const { task, state } = where
  const env = taskEnv(state, state)
  const text = (one: Expected): string => wordsOf(one, env)
  const broken = task.never.find(({ holds }) => isTrue(holds, env))
  if (broken !== undefined) return `${text(broken)} already, and that is what must not be`
  const can = (goals: readonly Expected[], parts: Partial<Kept> = {}): boolean =>
    isReachable(where, goals, { never: [], before: [], ...parts })
  const { goals, never, before } = task
  const hard = goals.length === 1 ? goals : goals.filter((goal) => !can([goal], { never }))
  const wanted = hard.length > 0 ? hard.slice(0, 1) : goals
  const words = wanted.map(text)
  if (can(wanted)) {
    const rule = never.find((one) => !can(wanted, { never: [one] }))
    if (rule !== undefined) return `${cannot(words)} while ${mustStay(text(rule))}`
    const order = before.find((one) => !can(wanted, { never, before: [one] }))
    if (order !== undefined) return `${cannot(words)} in the order that was asked for`
    return `I have found no way to this with all that must not be: ${listed(words)}`
  }
  const [goal] = wanted
  if (wanted.length > 1 || goal === undefined) return together(goals, can, text)
  return missingCondition(where, goal, (formula) => can([formula])) ?? unknownReason(words, found)
}

interface Kept {
  readonly never: Task['never']
  readonly before: Task['before']
}

/** Short: an answer that takes long is worse than one that is less exact. */
const QUICK: PlanLimits = { greedy: 200, better: 0, proof: 0, breadth: 0 }

function isReachable({ world, task, state }: Unreached, goals: readonly Expected[], kept: Kept): boolean {
  const inside = withTask(world, { ...task, goals, ...kept }, state)
  return planGoals(inside, inside.initial, QUICK).ok
}

/** Two of the goals that exclude each other, if there are such. */
function together(
  goals: readonly Expected[],
  can: (goals: readonly Expected[]) => boolean,
  text: (goal: Expected) => string,
): string {
  const few = goals.slice(0, MOST_GOALS)
  for (const [at, one] of few.entries())
    for (const other of few.slice(at + 1))
      if (!can([one, other])) return `these exclude each other: ${text(one)}, and ${text(other)}`
  return `I have found no way to all of this at once: ${listed(goals.map(text))}`
}

/** Pairs of more goals take too long to look at. */
const MOST_GOALS = 4

const unknownReason = (words: readonly string[], { kind }: NoGoalPlan): string =>
  kind === 'none'
    ? `there is no way to this: ${listed(words)}`
    : `I have found no way to this: ${listed(words)}`
