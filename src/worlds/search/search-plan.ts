import { formatStep, type Domain, type PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { Fluents } from '../value.js'
import { Novelty } from './novelty.js'

export interface SearchLimits {
  /** states looked at, for each width */
  readonly states: number
  /** largest number of facts that must be new together for a state to be followed */
  readonly width: 1 | 2
}

export const SEARCH_LIMITS: SearchLimits = { states: 6_000, width: 2 }

/**
 * Searches for steps that reach all goals of a domain: serialized iterated width (Lipovetzky and Geffner 2012). Each
 * round looks, breadth first, for the nearest state with more goals than before; states that show nothing new are not
 * followed. Of a step with several outcomes the first is followed: check the plan before it is used.
 * @returns null when none is found within the limits; empty when all goals hold already
 */
export function searchPlan<C>(
  domain: Domain<Fluents, C>,
  start: Fluents,
  limits: SearchLimits = SEARCH_LIMITS,
): readonly PlannedStep[] | null {
  const plan: PlannedStep[] = []
  let state = start
  while (openGoals(domain, state) > 0) {
    const found = nearest(domain, state, limits)
    if (found === null) return null
    plan.push(...found.steps)
    state = found.state
  }
  return withoutDetours(domain, start, plan)
}

interface Node {
  readonly state: Fluents
  readonly steps: readonly PlannedStep[]
}

const openGoals = <C>({ goal = [] }: Domain<Fluents, C>, state: Fluents): number =>
  goal.filter((wanted) => !wanted.holds(state)).length

/** The nearest state in which more goals hold, with growing width. */
function nearest<C>(domain: Domain<Fluents, C>, start: Fluents, limits: SearchLimits): Node | null {
  for (let width = 1; width <= limits.width; width++) {
    const found = breadthFirst(domain, start, new Novelty(width === 1 ? 1 : 2), limits.states)
    if (found !== null) return found
  }
  return null
}

function breadthFirst<C>(
  domain: Domain<Fluents, C>,
  start: Fluents,
  novelty: Novelty,
  most: number,
): Node | null {
  const open = openGoals(domain, start)
  const queue: Node[] = [{ state: start, steps: [] }]
  novelty.isNew(start, undefined)
  for (let i = 0; i < queue.length && i < most; i++) {
    const { state, steps } = queue[i] as Node
    for (const step of domain.candidates?.(state) ?? []) {
      const tried = tryStep(step, state, domain)
      if (!tried.ok) continue
      const [end] = tried.value.ends
      if (end === undefined || !novelty.isNew(end, state)) continue
      const node = { state: end, steps: [...steps, step] }
      if (openGoals(domain, end) < open) return node
      queue.push(node)
    }
  }
  return null
}

/** Drops steps without which the rest still reaches the goals: rounds that follow each other may undo work. */
function withoutDetours<C>(
  domain: Domain<Fluents, C>,
  start: Fluents,
  plan: readonly PlannedStep[],
): readonly PlannedStep[] {
  let kept = [...plan]
  for (let i = kept.length - 1; i >= 0; i--) {
    const rest = kept.filter((_, index) => index !== i)
    if (reaches(domain, start, rest)) kept = rest
  }
  return kept
}

function reaches<C>(domain: Domain<Fluents, C>, start: Fluents, steps: readonly PlannedStep[]): boolean {
  let state = start
  for (const step of steps) {
    const tried = tryStep(step, state, domain)
    const end = tried.ok ? tried.value.ends[0] : undefined
    if (end === undefined) return false
    state = end
  }
  return openGoals(domain, state) === 0
}

/** `GoTo place="sink", then Pick item="mug"`. */
export const describeSteps = (steps: readonly PlannedStep[]): string => steps.map(formatStep).join(', then ')
