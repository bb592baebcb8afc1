import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'

/** A condition that a step of a plan needs, or that a plan is for, and which step before makes it true. */
export interface Cause {
  readonly formula: string
  /** the step that makes it true for the last time before it is needed; none: it is true from the start */
  readonly by: number | undefined
}

/** Of each step of a plan what it needs, and of the plan what it achieves. */
export interface Causes {
  readonly needs: readonly (readonly Cause[])[]
  readonly goals: readonly Cause[]
}

/** What a plan is for, and what it takes beside the checks of its steps. */
export interface Wanted {
  readonly goals: readonly string[]
  /** what experience adds: formulas that had better hold before a step */
  readonly advises?: (step: PlannedStep) => readonly string[]
}

/** @returns undefined when a step of the plan is refused */
export function causesOf(
  domain: TaskDomain,
  from: Fluents,
  steps: readonly PlannedStep[],
  { goals, advises = () => [] }: Wanted,
): Causes | undefined {
  const states = [from]
  for (const step of steps) {
    const tried = tryStep(step, states.at(-1) ?? from, domain)
    const [next] = tried.ok ? tried.value.ends : []
    if (next === undefined) return undefined
    states.push(next)
  }
  const holds = (formula: string, state: Fluents | undefined): boolean =>
    state !== undefined && domain.conditions.ask({ formula, args: {} }, state).every((answer) => answer.holds)
  const cause = (formula: string, before: number): Cause => {
    for (let at = before - 1; at >= 0; at--)
      if (holds(formula, states[at + 1]) && !holds(formula, states[at])) return { formula, by: at }
    return { formula, by: undefined }
  }
  // advice is no check: what no step of the plan makes true is not insisted on
  const advice = (step: PlannedStep, at: number): readonly Cause[] =>
    advises(step)
      .filter((formula) => holds(formula, states[at]))
      .map((formula) => cause(formula, at))
      .filter(({ by }) => by !== undefined)
  return {
    needs: steps.map((step, at) => [
      ...checksOf(domain, step).map((formula) => cause(formula, at)),
      ...advice(step, at),
    ]),
    goals: goals.map((formula) => cause(formula, steps.length)),
  }
}

/**
 * The checks of a step, with what it is done to in the place of its ports. One that is decided by these alone, such as
 * whether a place is of some type, is no condition that a tree can look at; the twin has looked at it.
 */
function checksOf({ rules, conditions, initial }: TaskDomain, { skill, args }: PlannedStep): string[] {
  const own = rules.skills.find(({ name }) => name === skill)
  return (own?.checks ?? []).flatMap(({ holds }) => {
    const formula = holds?.replaceAll(/\?(\w+)/g, (whole, port: string) => args[port] ?? whole)
    // an optional port that was not written has no value here
    const isOpen = own?.ports.some(({ name }) => formula?.includes(`?${name}`)) === true
    if (formula === undefined || isOpen) return []
    return conditions.holds({ formula, args: {} }, initial) === undefined ? [] : [formula]
  })
}
