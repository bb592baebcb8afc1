import { writtenBelief } from '#app/orders/kept-order.js'
import { attemptsOf, withoutDefaults } from '#app/orders/tried-attempts.js'
import type { CutOff, LoggedBelief } from '#app/orders/order-lines.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Attempt } from '#instructions/repair/attempt.js'
import { forgetting } from '#instructions/repair/proof.js'
import { inDoubtAfter, stillUnclear, type UnclearStep } from '#instructions/repair/unclear-steps.js'
import type { DataDomain } from '#worlds/assemble.js'
import { taskFrom } from '#worlds/task/load-task.js'
import type { Task } from '#worlds/task/task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'

export type Several<T> = Result<T, readonly Diagnostic[]>

/**
 * Reads the sensors: what they do not show is as it was believed.
 * @param task that of the order, as if it began with what was believed at the last boundary between two steps
 * @param believed the same without what is in doubt
 */
export type Look = (task: Task, believed: Fluents) => Promise<Several<Fluents>>

/** How everything stands when somebody goes on with an order. */
export interface Standing {
  /** with what is believed now as its start */
  readonly domain: TaskDomain
  readonly tried: readonly Attempt[]
  /** steps of which nobody knows what has come of them, not even after the look */
  readonly unclear: readonly UnclearStep[]
}

/**
 * What an order left behind that was cut off: what was believed at the last boundary, without the facts that the step
 * under way may have changed, and with what the sensors show of them now.
 */
export async function standingOf(cut: CutOff, world: DataDomain, look: Look): Promise<Several<Standing>> {
  const boundary = taskAt(cut, world, cut.belief)
  if (!boundary.ok) return boundary
  const { domain, task } = boundary.value
  const doubted = inDoubt(cut, domain)
  const lost = doubted.flatMap(({ facts }) => facts)
  const looked = await look(task, forgetting(domain.start, lost))
  if (!looked.ok) return looked
  const now = taskAt(cut, world, writtenBelief(looked.value, domain))
  if (!now.ok) return now
  return ok({
    domain: now.value.domain,
    tried: attemptsOf(domain, cut.ended),
    unclear: stillUnclear([...cut.unclear, ...doubted], looked.value),
  })
}

function inDoubt({ inFlight }: CutOff, domain: TaskDomain): readonly UnclearStep[] {
  if (inFlight === undefined) return []
  const { skill } = inFlight
  const step = { skill, args: withoutDefaults(domain, skill, inFlight.args) }
  return [{ ...step, facts: inDoubtAfter(domain, step, domain.initial) }]
}

/** The world with the task of the order, as if it began with what is believed. */
function taskAt(
  { order }: CutOff,
  world: DataDomain,
  start: LoggedBelief = {},
): Several<{ readonly domain: TaskDomain; readonly task: Task }> {
  const task = taskFrom({ ...order.task, start }, () => undefined, world)
  if (!task.ok) return err([otherWorld(order.world, task.error[0]?.message ?? 'unreadable')])
  return ok({ domain: withTask(world, task.value), task: task.value })
}

const otherWorld = (world: string, why: string): Diagnostic => ({
  code: 'do.other-world',
  severity: 'error',
  message: `the order makes no sense any more in the world ${world}: ${why}`,
  expected: 'the files of the world as they were',
  got: 'other ones',
  hint: 'restore them, or drop the order: graft do --forget',
})
