import type { PlannedStep } from '#twin/domain/domain.js'
import type { TaskDomain } from '../task/with-task.js'
import { UNKNOWN, type Fluents } from '../value.js'
import type { Target } from './means-ends.js'
import { endOf, stepsTo } from './search-plan.js'

/** how often what the steps themselves have changed is put right as well */
const PASSES = 3

/**
 * Steps from a state that a failure has left to the one that was meant to be: every fact in which they differ is put
 * right, and what these steps change on the way is put back.
 * @returns null when none are found within the limits of the search
 */
export function stepsBack(domain: TaskDomain, from: Fluents, meant: Fluents): readonly PlannedStep[] | null {
  let wanted = differing(domain, from, meant)
  for (let pass = 0; pass < PASSES; pass++) {
    const targets = wanted.map((fact): Target => ({
      key: `${fact} as meant`,
      holds: (state) => state.get(fact) === meant.get(fact),
    }))
    const steps = stepsTo(domain, from, targets)
    const end = steps === null ? undefined : endOf(domain, from, steps)
    if (steps === null || end === undefined) return null
    const left = differing(domain, end, meant)
    if (left.length === 0) return steps
    wanted = [...new Set([...wanted, ...left])]
  }
  return null
}

/** What nobody would have known is not put back: a fact that has been seen since is no damage. */
const differing = ({ sorts }: TaskDomain, one: Fluents, meant: Fluents): readonly string[] =>
  [...sorts.keys()].filter((fact) => one.get(fact) !== meant.get(fact) && meant.get(fact) !== UNKNOWN)
