import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import type { Step } from './attempt.js'
import { remembering } from './proof.js'
import { commandOf } from './short-term-memory.js'

/** A step that was under way when whoever did it was cut off, and the facts that are in doubt for that. */
export interface UnclearStep extends Step {
  readonly facts: readonly string[]
}

/** The facts that a step can have changed, in whatever way it has ended, or not. */
export function inDoubtAfter(domain: TaskDomain, step: Step, before: Fluents): readonly string[] {
  const command = commandOf(domain, step, before)
  if (command === undefined) return []
  const { ways } = domain.about(before, command)
  return [...domain.sorts.keys()].filter((fact) =>
    ways.some(({ after }) => after.get(fact) !== before.get(fact)),
  )
}

/** Those of which it is still not known what has come of them. One that changes nothing leaves nothing in doubt. */
export const stillUnclear = <T extends UnclearStep>(steps: readonly T[], belief: Fluents): readonly T[] =>
  steps.filter(({ facts }) => facts.some((fact) => belief.get(fact) === UNKNOWN))

/**
 * The world as it is planned in while it is unclear what has come of some steps: what is in doubt is looked at, or done
 * without, and none of these steps is taken again on the chance that it was in vain.
 */
export function withoutUnclear(
  domain: TaskDomain,
  steps: readonly UnclearStep[],
  belief: Fluents,
): TaskDomain {
  const open = stillUnclear(steps, belief)
  if (open.length === 0) return domain
  return remembering(domain, { refusal: () => undefined }, (step) =>
    open.some((one) => isSame(one, step, domain)),
  )
}

/** The same thing done to the same things; that it is done in another manner does not make it another step. */
function isSame(a: Step, b: Step, domain: TaskDomain): boolean {
  const ports = domain.rules.skills.find(({ name }) => name === a.skill)?.ports ?? []
  return a.skill === b.skill && ports.every(({ name, optional }) => optional || a.args[name] === b.args[name])
}
