import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import type { Attempt, Step } from './attempt.js'
import { stepsFor } from './proof.js'
import { commandOf, keyOf } from './short-term-memory.js'

/** Steps with which a repair begins. */
type First = readonly Step[]

const MOST_STEPS = 20_000
/** Of the steps that would do as well, those that lack least are followed. */
const MOST_ALTERNATIVES = 6

/** The step itself after what makes its checks true: what broke is mended, what stands in the way is cleared. */
export function whatOccupies(attempt: Attempt, belief: Fluents, domain: TaskDomain): readonly First[] {
  const ready = madeReady(attempt, belief, domain)
  return ready === undefined || ready.length === 0 ? [] : [[...ready, attempt]]
}

/** The step with other values of ports that need not be written: another grasp, another speed. */
export function withOtherPorts(attempt: Attempt, belief: Fluents, domain: TaskDomain): readonly First[] {
  const { skill, args } = attempt
  const ports = domain.rules.skills.find(({ name }) => name === skill)?.ports ?? []
  return ports
    .filter((port) => port.optional)
    .flatMap(({ name, values = [], default: usual }) =>
      values
        .filter((value) => value !== (args[name] ?? usual))
        .map((value): Step => ({ skill, args: { ...args, [name]: value } })),
    )
    .flatMap((step) => afterChecks(step, belief, domain))
}

/** Other steps that would make true what the step has not made true. */
export function alternativesTo(attempt: Attempt, belief: Fluents, domain: TaskDomain): readonly First[] {
  const achieves = effectOf(attempt, domain)
  if (achieves.length === 0) return []
  const same = keyOf(attempt)
  return domain
    .steps(MOST_STEPS)
    .filter((step) => keyOf(step) !== same)
    .flatMap((step) => {
      const command = commandOf(domain, step, belief)
      const ends = command === undefined ? [] : domain.unchecked(belief, command)
      if (
        command === undefined ||
        !ends.some((end) => achieves.every(([fact, value]) => end.get(fact) === value))
      )
        return []
      return [{ step, lacks: domain.checksHold(belief, command).filter((holds) => !holds).length }]
    })
    .sort((a, b) => a.lacks - b.lacks)
    .slice(0, MOST_ALTERNATIVES)
    .flatMap(({ step }) => afterChecks(step, belief, domain))
}

/** The facts that the step was to change and has not, with the values that they were to have. */
function effectOf(attempt: Attempt, domain: TaskDomain): readonly (readonly [string, unknown])[] {
  const command = commandOf(domain, attempt, attempt.before)
  const [meant] = command === undefined ? [] : domain.unchecked(attempt.before, command)
  if (meant === undefined) return []
  return [...domain.sorts.keys()].flatMap((fact) => {
    const value = meant.get(fact)
    return value === attempt.before.get(fact) || value === attempt.after.get(fact)
      ? []
      : [[fact, value] as const]
  })
}

function afterChecks(step: Step, belief: Fluents, domain: TaskDomain): readonly First[] {
  const ready = madeReady(step, belief, domain)
  return ready === undefined ? [] : [[...ready, step]]
}

/** Steps after which all checks of a step hold. */
function madeReady(step: Step, belief: Fluents, domain: TaskDomain): First | undefined {
  const command = commandOf(domain, step, belief)
  if (command === undefined) return undefined
  const targets = domain.checksHold(belief, command).map((_, at) => ({
    key: `${keyOf(step)} check ${at}`,
    holds: (state: Fluents) => domain.checksHold(state, command)[at] === true,
  }))
  return stepsFor(domain, belief, targets)
}
