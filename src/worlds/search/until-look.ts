import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { TaskDomain } from '../task/with-task.js'
import { UNKNOWN, type Fluents } from '../value.js'
import { MeansEnds, type Target } from './means-ends.js'

/** The part of a plan that can be made now. */
export interface UntilLook {
  readonly steps: readonly PlannedStep[]
  /** the facts that its last step observes, and on which it depends what comes then; none: it is the whole plan */
  readonly waitsFor: readonly string[]
}

/**
 * A search follows one value of what a step observes. Where the rest of the plan does not reach the targets with each
 * value, it is a guess: the plan ends with that step, and what comes then is planned when the value is known.
 */
export function untilLook(
  domain: TaskDomain,
  from: Fluents,
  steps: readonly PlannedStep[],
  targets: readonly Target[],
): UntilLook {
  let state = from
  for (const [index, step] of steps.entries()) {
    const tried = tryStep(step, state, domain)
    if (!tried.ok) break
    const { ends } = tried.value
    const seen = observedBy(domain, state, step)
    if (seen.length > 0 && !reachAll(domain, ends, steps.slice(index + 1), targets))
      return { steps: steps.slice(0, index + 1), waitsFor: seen }
    state = ends[0] ?? state
  }
  return { steps, waitsFor: [] }
}

/** The facts unknown in this state that a step would make known. */
export function observedBy(
  domain: TaskDomain,
  state: Fluents,
  step: Pick<PlannedStep, 'skill' | 'args'>,
): readonly string[] {
  const commands = domain.intend(step, state)
  return commands.ok ? commands.value.flatMap((command) => domain.sees(state, command)) : []
}

/**
 * Steps after which the check is decided by which a step is refused because something is unknown: somebody looks, or
 * asks.
 * @returns null when no skill observes what is unknown, or none that can be used is found
 */
export function stepsToKnow(
  domain: TaskDomain,
  from: Fluents,
  step: Pick<PlannedStep, 'skill' | 'args'>,
): readonly PlannedStep[] | null {
  const commands = domain.intend(step, from)
  const [command] = commands.ok ? commands.value : []
  if (command === undefined) return null
  const checks = domain.explain(from, command)
  const index = checks.findIndex(({ holds }) => !holds)
  const unknown = (checks[index]?.values ?? []).flatMap(([fact, value]) => (value === UNKNOWN ? [fact] : []))
  if (unknown.length === 0) return null
  const decided: Target = {
    key: 'what the step needs is known',
    holds: (state) =>
      domain.checksHold(state, command)[index] === true ||
      unknown.every((fact) => state.get(fact) !== UNKNOWN),
  }
  return new MeansEnds(domain).reach(from, [decided])?.steps ?? null
}

/** Whether a step is refused because nobody knows a fact that it depends on. */
export function isRefusedAsUnknown(
  domain: TaskDomain,
  state: Fluents,
  step: Pick<PlannedStep, 'skill' | 'args'>,
): boolean {
  const tried = tryStep(step, state, domain)
  return !tried.ok && tried.error.checkId === 'unknown'
}

/** The state as it would be if these facts, where they still have the values that were seen, had not been seen. */
export function unseen(state: Fluents, seen: ReadonlyMap<string, unknown>): Fluents {
  return new Map(
    [...state].map(([fact, value]) => [fact, seen.has(fact) && seen.get(fact) === value ? UNKNOWN : value]),
  )
}

/** Whether these steps lead from every one of these states, with each of their outcomes, to the targets. */
function reachAll(
  domain: TaskDomain,
  from: readonly Fluents[],
  steps: readonly PlannedStep[],
  targets: readonly Target[],
): boolean {
  let states = from
  for (const step of steps) {
    const after = new Map<string, Fluents>()
    for (const state of states) {
      const tried = tryStep(step, state, domain)
      if (!tried.ok) return false
      for (const end of tried.value.ends) after.set(domain.fingerprint(end), end)
      if (after.size > MOST_STATES) return false
    }
    states = [...after.values()]
  }
  return states.every((state) => targets.every((target) => target.holds(state)))
}

/** more states at once are not followed: the plan then waits for what will be seen */
const MOST_STATES = 256
