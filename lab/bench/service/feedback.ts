import { tryStep } from '#twin/plan/try-step.js'
import type { Step } from '#instructions/repair/attempt.js'
import { stepsFor } from '#instructions/repair/proof.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import type { ServiceTrial, TrialCounts } from './variants.js'

/**
 * The paper's feedback (modular.txt, III.C): what is written for a step is executed in the twin first. What the twin
 * refuses is not done: the step is written anew, with what its refused check needs before it. So it is when the robot
 * reports a failure. What it reports as done is believed, and taken off the plan.
 */
export function withFeedback({ domain, written, start, world, limit }: ServiceTrial): TrialCounts {
  let belief = start
  const counts = { calls: 0, repairs: 0, replans: 0, refused: 0 }
  for (const step of written) {
    if (counts.calls >= limit) break
    if (step === undefined) {
      counts.calls++
      continue
    }
    let snippet: readonly Step[] | undefined = [step]
    while (snippet !== undefined && counts.calls < limit) {
      counts.calls++
      if (endOf(snippet, belief, domain) === undefined) {
        counts.refused++
        snippet = isNew(snippet, step) ? undefined : madeReady(step, belief, domain)
        continue
      }
      const left: Fluents | undefined = execute(snippet, belief, { domain, world })
      if (left === undefined) {
        belief = endOf(snippet, belief, domain) ?? belief
        break
      }
      counts.repairs++
      belief = left
      snippet = madeReady(step, belief, domain)
    }
  }
  return counts
}

/** It was written anew already, and the twin refuses it still. */
const isNew = (snippet: readonly Step[], step: Step): boolean => snippet[0] !== step

/** @returns what is seen after a failure; undefined when all was reported as done */
function execute(
  snippet: readonly Step[],
  from: Fluents,
  { domain, world }: Pick<ServiceTrial, 'domain' | 'world'>,
): Fluents | undefined {
  let belief = from
  for (const step of snippet) {
    const { reported, seen } = world.execute(step)
    if (reported !== 'done') return domain.follow(new Map([...belief, ...seen]))
    belief = endOf([step], belief, domain) ?? belief
  }
  return undefined
}

/** Where the twin says that steps lead; undefined where it refuses one of them. */
function endOf(steps: readonly Step[], from: Fluents, domain: TaskDomain): Fluents | undefined {
  let state = from
  for (const step of steps) {
    const tried = tryStep(step, state, domain)
    if (!tried.ok) return undefined
    state = tried.value.ends[0] ?? state
  }
  return state
}

/** The step after others that make its checks hold. */
function madeReady(step: Step, belief: Fluents, domain: TaskDomain): readonly Step[] | undefined {
  const commands = domain.intend(step, belief)
  const [command] = commands.ok ? commands.value : []
  if (command === undefined) return undefined
  const targets = domain.checksHold(belief, command).map((_, at) => ({
    key: `${step.skill} check ${at}`,
    holds: (state: Fluents) => domain.checksHold(state, command)[at] === true,
  }))
  const before = stepsFor(domain, belief, targets)
  return before && [...before, step]
}
