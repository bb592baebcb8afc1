import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import { scoreOf } from '../task/score.js'
import type { TaskDomain } from '../task/with-task.js'
import type { Fluents } from '../value.js'
import { planFor } from '../prove/plan-for.js'
import { bonusesOf } from './bonuses.js'
import { MeansEnds, type Target } from './means-ends.js'
import { untilLook, type UntilLook } from './until-look.js'

/** How long a step of a skill takes, s. */
export type SecondsOf = (skill: string) => number

export interface FoundPlan {
  readonly steps: readonly PlannedStep[]
  /** by the task's score rules, at the end of the plan */
  readonly points: number
  /**
   * the facts on whose values it depends how the plan goes on, which its last step observes; none: the plan reaches
   * the goals
   */
  readonly waitsFor: readonly string[]
}

/**
 * Searches for steps that reach all goals of a task from a state, and as much of what else earns points as is worth
 * its time. It is a search, not a proof that nothing better exists. Where it depends on a fact that nobody knows how
 * the goals are reached, the plan does what can be done anyhow and ends with a look at that fact.
 * @returns null when the goals are not reached within the limits of the search
 */
export function searchPlan(domain: TaskDomain, from: Fluents, secondsOf: SecondsOf): FoundPlan | null {
  const wanted = goalsOf(domain)
  let best = reach(domain, from, wanted, secondsOf)
  if (best === null) return null
  for (const bonus of bonusesOf(domain)) {
    for (let rises = 0; rises < MOST_RISES; rises++) {
      const target = bonus.above(endOf(domain, from, best.steps) ?? from)
      const more = target && reach(domain, from, [...wanted, target], secondsOf)
      if (target === undefined || !more || more.points <= best.points) break
      best = more
      wanted.push(target)
    }
  }
  const { steps, waitsFor } = untilLook(domain, from, best.steps, wanted)
  return waitsFor.length === 0 ? best : lookFirst(domain, from, { steps, waitsFor }, secondsOf)
}

/** The goals that no unknown fact stands in the way of, then the look that the others wait for. */
function lookFirst(domain: TaskDomain, from: Fluents, cut: UntilLook, secondsOf: SecondsOf): FoundPlan {
  const sure = goalsOf(domain).filter((goal) => isSure(domain, from, goal))
  const before = sure.length === 0 ? null : stepsTo(domain, from, sure)
  const between = before === null ? undefined : endOf(domain, from, before)
  const rest = between === undefined ? null : stepsTo(domain, between, goalsOf(domain))
  const look =
    between === undefined || rest === null ? cut : untilLook(domain, between, rest, goalsOf(domain))
  const steps = look === cut ? cut.steps : [...(before ?? []), ...look.steps]
  // how the task stands before anything has been seen: what is unknown earns nothing
  const end = endOf(domain, from, steps.slice(0, -1)) ?? from
  return { steps, waitsFor: look.waitsFor, points: pointsOf(domain, end, steps, secondsOf) }
}

function isSure(domain: TaskDomain, from: Fluents, goal: Target): boolean {
  const steps = stepsTo(domain, from, [goal])
  return steps !== null && untilLook(domain, from, steps, [goal]).waitsFor.length === 0
}

/** How often a rule that counts is to count one more: each time is a search of its own. */
const MOST_RISES = 40

function reach(
  domain: TaskDomain,
  from: Fluents,
  targets: readonly Target[],
  secondsOf: SecondsOf,
): FoundPlan | null {
  const steps = stepsTo(domain, from, targets)
  if (steps === null) return null
  const points = pointsOf(domain, endOf(domain, from, steps) ?? from, steps, secondsOf)
  return { steps, points, waitsFor: [] }
}

/** Steps that make all targets true at once; null when none are found within the limits of the search. */
export function stepsTo(
  domain: TaskDomain,
  from: Fluents,
  targets: readonly Target[],
): readonly PlannedStep[] | null {
  const found = new MeansEnds(domain).reach(from, targets)?.steps ?? bySearch(domain, from, targets)
  return found === null ? null : withoutDetours(domain, from, found, targets)
}

/** A target that no single step makes true has no means: states are searched instead. */
function bySearch(
  domain: TaskDomain,
  from: Fluents,
  targets: readonly Target[],
): readonly PlannedStep[] | null {
  const goal = targets.map((target) => ({ text: target.key, holds: (state: Fluents) => target.holds(state) }))
  const found = planFor({ ...domain, goal }, { limit: MOST_STATES, start: from })
  return found.ok ? found.value.steps : null
}

const MOST_STATES = 4_000

const goalsOf = ({ goal = [] }: TaskDomain): Target[] =>
  goal.map((one, i) => ({ key: `goal ${i}`, holds: (state) => one.holds(state) }))

/** The points of a plan that ends in this state. */
export function pointsOf(
  { task, start }: TaskDomain,
  end: Fluents,
  steps: readonly Pick<PlannedStep, 'skill'>[],
  secondsOf: SecondsOf,
): number {
  const seconds = steps.reduce((sum, { skill }) => sum + secondsOf(skill), 0)
  return scoreOf(task, { start, end, seconds }).total
}

/** Drops steps without which the rest still reaches the targets: subgoals that follow each other may undo work. */
function withoutDetours(
  domain: TaskDomain,
  from: Fluents,
  steps: readonly PlannedStep[],
  targets: readonly Target[],
): readonly PlannedStep[] {
  let kept = steps
  for (let i = steps.length - 1; i >= 0; i--) {
    const rest = kept.filter((_, index) => index !== i)
    const end = endOf(domain, from, rest)
    if (end !== undefined && targets.every((target) => target.holds(end))) kept = rest
  }
  return kept
}

/** Where the steps lead; undefined when one of them is refused. Of several outcomes the first is followed. */
export function endOf(domain: TaskDomain, from: Fluents, steps: readonly PlannedStep[]): Fluents | undefined {
  let state = from
  for (const step of steps) {
    const tried = tryStep(step, state, domain)
    if (!tried.ok) return undefined
    state = tried.value.ends[0] ?? state
  }
  return state
}
