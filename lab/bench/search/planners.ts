import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import { planGoals } from '#worlds/plan/plan-goals.js'
import { MeansEnds } from '#worlds/search/means-ends.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { isSo, type Problem } from './problems.js'

/** What a planner says of a problem. */
export interface Said {
  /** undefined: it has found none */
  readonly steps: readonly PlannedStep[] | undefined
  /** it says that no plan is shorter, or that there is none */
  readonly proved: boolean
  readonly states: number
}

export const PLANNERS = {
  graft: ({ domain }: Problem): Said => {
    const found = planGoals(domain, domain.initial)
    return found.ok
      ? { steps: found.value.steps, proved: found.value.optimal, states: found.value.states }
      : { steps: undefined, proved: found.error.kind === 'none', states: found.error.states }
  },
  'means-ends': ({ domain }: Problem): Said => {
    const targets = (domain.goal ?? []).map((goal, index) => ({
      key: `goal ${index}`,
      holds: (state: Fluents) => goal.holds(state),
    }))
    const way = new MeansEnds(domain).reach(domain.initial, targets)
    return { steps: way?.steps, proved: false, states: 0 }
  },
} as const

export type PlannerName = keyof typeof PLANNERS | 'breadth-first'

/** What breadth-first search of the twin alone says: the judge of what has been missed. */
export function breadthFirst(domain: TaskDomain, limit: number): Said {
  const isGoal = (state: Fluents): boolean => (domain.goal ?? []).every((goal) => goal.holds(state))
  if (isGoal(domain.initial)) return { steps: [], proved: true, states: 1 }
  const all = domain.steps(20_000)
  const known = new Set([domain.fingerprint(domain.initial)])
  const queue: { readonly state: Fluents; readonly steps: readonly PlannedStep[] }[] = [
    { state: domain.initial, steps: [] },
  ]
  let whole = true
  for (const { state, steps } of queue)
    for (const step of all) {
      const tried = tryStep(step, state, domain)
      const [end, ...others] = tried.ok ? tried.value.ends : []
      // a step with several outcomes is left out: such a plan would be luck
      if (others.length > 0) whole = false
      if (end === undefined || others.length > 0) continue
      const key = domain.fingerprint(end)
      if (known.has(key)) continue
      if (known.size >= limit) return { steps: undefined, proved: false, states: known.size }
      known.add(key)
      if (isGoal(end)) return { steps: [...steps, step], proved: whole, states: known.size }
      queue.push({ state: end, steps: [...steps, step] })
    }
  return { steps: undefined, proved: whole, states: known.size }
}

/**
 * Whether steps are a plan, judged without any planner and without what keeps tasks: the twin of the bare world takes
 * each of them, and the formulas of the task are asked in every state.
 */
export function isSound({ base, domain, formulas }: Problem, steps: readonly PlannedStep[]): boolean {
  let states: readonly Trace[] = [{ state: bare(domain, base.initial), earlier: new Set() }]
  states = states.map((trace) => remembered(base, formulas, trace))
  for (const step of steps) {
    const next: Trace[] = []
    for (const { state, earlier } of states) {
      const tried = tryStep(step, state, base)
      if (!tried.ok) return false
      for (const end of tried.value.ends) {
        if (formulas.never.some((never) => isSo(base, never, end))) return false
        const early = formulas.before.some(
          ({ then }, index) => isSo(base, then, end) && !earlier.has(index) && !isSo(base, then, state),
        )
        if (early) return false
        next.push(remembered(base, formulas, { state: end, earlier }))
      }
    }
    states = next
  }
  return states.every(({ state }) => formulas.goals.every((goal) => isSo(base, goal, state)))
}

interface Trace {
  readonly state: Fluents
  /** which of the orders have had their first */
  readonly earlier: ReadonlySet<number>
}

function remembered(
  base: Problem['base'],
  { before }: Problem['formulas'],
  { state, earlier }: Trace,
): Trace {
  const now = before.flatMap(({ first }, index) => (isSo(base, first, state) ? [index] : []))
  return { state, earlier: new Set([...earlier, ...now]) }
}

const bare = (domain: TaskDomain, world: Fluents): Fluents =>
  new Map([...domain.initial].filter(([name]) => world.has(name)))
