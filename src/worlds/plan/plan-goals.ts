import { err, ok, type Result } from '#base/result.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import { GroundTask } from '../ground/ground-task.js'
import type { TaskDomain } from '../task/with-task.js'
import type { Fluents } from '../value.js'
import { stepsTo } from './nodes.js'
import { relaxedGraph } from './relaxed-graph.js'
import { Relaxation } from './relaxation.js'
import { exhaustiveSearch, greedySearch, optimalSearch, weightedSearch, type Search } from './searches.js'
import { obstaclesOf } from './obstacles.js'

export interface GoalPlan {
  readonly steps: readonly PlannedStep[]
  /** proved: no plan has fewer steps */
  readonly optimal: boolean
  /** no plan has fewer steps than this */
  readonly atLeast: number
  /** states that the search has looked at */
  readonly states: number
}

export interface NoGoalPlan {
  /** `none`: proved that there is no plan; `limit`: none was found within the limits */
  readonly kind: 'none' | 'limit'
  /** what stands in the way, in a sentence */
  readonly text: string
  /** the goals or constraints that it is about, in their words */
  readonly obstacles: readonly string[]
  readonly states: number
}

/** States that each part of the search may look at: whoever gives the same gets the same. */
export interface PlanLimits {
  /** led by the relaxed task, for a first plan */
  readonly greedy: number
  /** for each try at a shorter plan, led by the relaxed task */
  readonly better: number
  /** for a proof that there is no shorter plan, or a shorter plan */
  readonly proof: number
  /** breadth-first, where no plan has been found */
  readonly breadth: number
}

const PLAN_LIMITS: PlanLimits = { greedy: 1_500, better: 300, proof: 250, breadth: 10_000 }

/**
 * Plans the goals of a task from a state. A plan works whatever the outcomes of its steps are, and has been replayed in
 * the twin, with every constraint of the task. Within the limits none is missed: what breadth-first search finds in so
 * many states is found.
 */
export function planGoals(
  domain: TaskDomain,
  from: Fluents,
  limits: PlanLimits = PLAN_LIMITS,
): Result<GoalPlan, NoGoalPlan> {
  const task = new GroundTask(domain, from)
  const planned = planIn(task, limits)
  if (!planned.ok || isPlan(task, planned.value.steps, from)) return planned
  // the twin is right: should the conditions say otherwise than it does, it takes every step itself
  return planIn(new GroundTask(domain, from, false), limits)
}

/** Whether the twin allows the steps and the goals hold after them, whatever their outcomes are. */
function isPlan(task: GroundTask, steps: readonly PlannedStep[], from: Fluents): boolean {
  const ends = task.replay(steps, from)
  return ends?.every((end) => (task.domain.goal ?? []).every((goal) => goal.holds(end))) === true
}

function planIn(task: GroundTask, limits: PlanLimits): Result<GoalPlan, NoGoalPlan> {
  if (task.isGoal(task.start)) return ok({ steps: [], optimal: true, atLeast: 0, states: 1 })
  const { goal, operators: all } = task
  const first = new Relaxation(relaxedGraph(task, all, goal))
  const operators = first.reachable(task.start).flatMap((index) => all[index] ?? [])
  if (!first.isReached(goal)) return none(task, 1)
  const search = { task, operators, relaxation: new Relaxation(relaxedGraph(task, operators, goal)) }
  const greedy = greedySearch(search, limits.greedy)
  if (greedy.goal !== undefined) return shortest(search, stepsTo(greedy.goal), greedy.states, limits)
  if (greedy.exhausted && task.whole) return none(task, greedy.states)
  const breadth = exhaustiveSearch(search, limits.breadth)
  const states = greedy.states + breadth.states
  if (breadth.goal !== undefined) {
    const { depth } = breadth.goal
    const optimal = breadth.exhausted && task.whole
    return ok({ steps: stepsTo(breadth.goal), optimal, atLeast: optimal ? depth : 1, states })
  }
  if (breadth.exhausted && task.whole) return none(task, states)
  return err({
    kind: 'limit',
    text: `no plan was found among ${states} states`,
    obstacles: [],
    states,
  })
}

/** The plan, a shorter one, or a proof that there is none. */
function shortest(
  search: Search,
  steps: readonly PlannedStep[],
  looked: number,
  limits: PlanLimits,
): Result<GoalPlan, NoGoalPlan> {
  const { task, relaxation } = search
  let best = withoutDetours(task, steps)
  const least = relaxation.bound(task.start, best.length)
  let states = looked
  for (const weight of best.length > least ? WEIGHTS : []) {
    const better = weightedSearch(search, best.length, { weight, limit: limits.better })
    if (better.goal !== undefined) best = withoutDetours(task, stepsTo(better.goal))
    states += better.states
  }
  const proof = optimalSearch(search, best.length, limits.proof)
  if (proof.goal !== undefined) best = stepsTo(proof.goal)
  const optimal = proof.exhausted && task.whole
  return ok({ steps: best, optimal, atLeast: optimal ? best.length : least, states: states + proof.states })
}

/** how much the estimate counts against the steps taken, from one search to the next */
const WEIGHTS = [3, 1]

/**
 * Drops each step that the goals do not need, together with those after it that are then not possible or change nothing
 * (action elimination, Nakhost and Müller 2010).
 */
function withoutDetours(task: GroundTask, steps: readonly PlannedStep[]): readonly PlannedStep[] {
  const from = task.codec.decode(task.start)
  let kept = steps
  for (let index = 0; index < kept.length;) {
    const rest = withoutStep(task, kept, index, from)
    if (rest.length < kept.length && isPlan(task, rest, from)) kept = rest
    else index++
  }
  return kept
}

function withoutStep(
  { domain }: GroundTask,
  steps: readonly PlannedStep[],
  dropped: number,
  from: Fluents,
): readonly PlannedStep[] {
  let state = from
  return steps.filter((step, index) => {
    if (index === dropped) return false
    const tried = tryStep(step, state, domain)
    if (!tried.ok || tried.value.commands.length === 0) return false
    state = tried.value.ends[0] ?? state
    return true
  })
}

function none(task: GroundTask, states: number): Result<never, NoGoalPlan> {
  const { text, obstacles } = obstaclesOf(task)
  return err({ kind: 'none', text, obstacles, states })
}
