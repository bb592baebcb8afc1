import type { Rng } from '#base/random.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { Step } from '#instructions/repair/attempt.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'

/** How often whoever writes out the steps of a plan errs, in the two ways of the paper (modular.txt, III.B). */
export interface WritingErrors {
  /** missing subgoal: nothing is written for a step */
  readonly omitted: number
  /** mischaracterised subgoal: one of its arguments is another value of the same type */
  readonly mistaken: number
}

/** What was written for each step of a plan; undefined: nothing. */
export type Written = readonly (Step | undefined)[]

/** The steps as somebody writes them who errs: it stands for the language model, which takes no part. */
export function writtenOut(
  steps: readonly Step[],
  domain: TaskDomain,
  { omitted, mistaken }: WritingErrors,
  drawsOf: (step: number) => Rng,
): Written {
  return steps.map(({ skill, args }, at) => {
    const draw = drawsOf(at)
    const chance = draw.next()
    if (chance < omitted) return undefined
    if (chance >= omitted + mistaken) return { skill, args }
    return otherThan({ skill, args }, domain, draw)
  })
}

function otherThan({ skill, args }: Step, domain: TaskDomain, draw: Rng): Step {
  const ports = domain.rules.skills.find(({ name }) => name === skill)?.ports ?? []
  const others = ports.flatMap(({ name, values = [] }) =>
    args[name] === undefined
      ? []
      : values.filter((value) => value !== args[name]).map((value) => ({ ...args, [name]: value })),
  )
  return others.length === 0 ? { skill, args } : { skill, args: draw.pick(others) }
}

/**
 * What is written by somebody who knows the expected outcome of each step: where what was written would not bring it
 * about, it is written anew. Nobody looks: of failures it knows nothing.
 */
export function withExpectedOutcomes(
  written: Written,
  steps: readonly Step[],
  start: Fluents,
  domain: TaskDomain,
): readonly Step[] {
  let belief = start
  return steps.flatMap((step, at) => {
    const own = written[at]
    const after = own === undefined ? belief : endOf(own, belief, domain)
    const isAsExpected = after !== undefined && brings(step, belief, after, domain)
    belief = (isAsExpected ? after : endOf(step, belief, domain)) ?? belief
    return isAsExpected ? (own ?? []) : step
  })
}

/** Whether everything that is expected of a step holds in a state. */
function brings(step: Step, before: Fluents, after: Fluents, domain: TaskDomain): boolean {
  const commands = domain.intend(step, before)
  const [command] = commands.ok ? commands.value : []
  const verdict = command === undefined ? undefined : domain.judge(before, command)
  return verdict?.ok !== true || verdict.value.expected.every((one) => one.holds(after))
}

function endOf(step: Step, state: Fluents, domain: TaskDomain): Fluents | undefined {
  const tried = tryStep(step, state, domain)
  return tried.ok ? tried.value.ends[0] : undefined
}
