import { err, ok, type Result } from '#base/result.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import type { Fluents } from '../value.js'
import { Frontier } from './frontier.js'
import { after, isReached, TOO_MANY, unmet, type Belief, type Chance } from './belief.js'
import { shortened } from './shorten.js'

export interface PlanFound {
  readonly steps: readonly PlannedStep[]
  /** the goal is shown to be reached whichever outcomes the steps have; a plan for which it is not may need luck */
  readonly strong: boolean
  /** no plan has fewer steps */
  readonly shortest: boolean
  /** states that the search has looked at */
  readonly states: number
}

export interface NoPlan {
  /** `none`: there is no plan; `limit`: none was found within the limit; `no-goal`: the world has no goal */
  readonly kind: 'none' | 'limit' | 'no-goal'
  readonly text: string
  readonly states: number
}

export interface SearchOptions {
  /** states that the search may look at */
  readonly limit: number
  /** where the plan begins; by default the world's own start */
  readonly start?: Fluents
}

/**
 * Searches for a sequence of steps that reaches the goal: at first breadth-first, which finds a shortest plan in a
 * small world, then best-first by goals reached and novelty of states (width-based search). Looks for a strong plan,
 * then for a weak one.
 */
export function planFor(
  domain: DataDomain,
  { limit, start = domain.initial }: SearchOptions,
): Result<PlanFound, NoPlan> {
  if (domain.goal === undefined || domain.goal.length === 0) {
    return err({ kind: 'no-goal', text: `${domain.name} has no goal`, states: 0 })
  }
  let states = 0
  let exhausted = false
  for (const chance of ['every', 'any'] as const) {
    for (const order of ['breadth', 'novelty'] as const) {
      const bound = order === 'breadth' ? Math.min(limit, BREADTH) : limit
      const found = search(domain, [start], { chance, order, bound })
      states += found.states
      exhausted = found.exhausted
      if (found.steps !== undefined) {
        const steps = order === 'breadth' ? found.steps : shortened(domain, found.steps, [start], chance)
        return ok({ steps, strong: chance === 'every', shortest: order === 'breadth', states })
      }
      // in another order there would be no more to find
      if (found.states < bound) break
    }
  }
  const missing = unmet(domain, [start]).map(({ text }) => text)
  return exhausted
    ? err({ kind: 'none', text: `no sequence of steps achieves: ${missing.join('; ')}`, states })
    : err({
        kind: 'limit',
        text: `no plan was found among ${states} states for: ${missing.join('; ')}`,
        states,
      })
}

/** States that are looked at breadth-first before the search becomes greedy. */
const BREADTH = 3_000

/** More steps than this are not tried in one state. */
const MOST_STEPS = 5_000

interface Mode {
  readonly chance: Chance
  readonly order: 'breadth' | 'novelty'
  readonly bound: number
}

interface Searched {
  readonly steps: readonly PlannedStep[] | undefined
  readonly states: number
  /** every state that can be reached has been looked at, and nothing was left out */
  readonly exhausted: boolean
}

function search(domain: DataDomain, start: Belief, { chance, order, bound }: Mode): Searched {
  const every = domain.steps(MOST_STEPS)
  const frontier = new Frontier(domain, order)
  frontier.isNew(start)
  frontier.add({ belief: start, steps: [], changed: undefined })
  if (isReached(domain, start)) return { steps: [], states: 1, exhausted: false }
  let isWhole = every.length < MOST_STEPS
  for (let node = frontier.take(); node !== undefined; node = frontier.take()) {
    for (const step of every) {
      const beliefs = after(domain, node.belief, step, chance)
      if (beliefs === TOO_MANY) isWhole = false
      for (const belief of beliefs === TOO_MANY ? [] : beliefs) {
        if (!frontier.isNew(belief)) continue
        const steps = [...node.steps, step]
        if (isReached(domain, belief)) return { steps, states: frontier.size, exhausted: false }
        if (frontier.size >= bound) return { steps: undefined, states: frontier.size, exhausted: false }
        frontier.add({ belief, steps, changed: node.belief[0] })
      }
    }
  }
  return { steps: undefined, states: frontier.size, exhausted: isWhole }
}
