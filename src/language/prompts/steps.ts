import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Prompt } from '../ports.js'
import { readReply } from '../schema/read-reply.js'
import { list, object, ref, text, type Schema } from '../schema/schema.js'
import { describeState, describeWorld } from '../world/describe.js'
import { schemaFor } from '../world/forms.js'
import { plannedStep, stepDef, stepProblems, type WrittenStep } from '../world/step-schema.js'
import { oneLine, type Order } from './goal.js'
import { THINKING, VARIANTS, type Variant } from './variants.js'

/** How far a task has come whose steps a model writes. */
export interface StepsSoFar {
  readonly variant: Exclude<Variant, 'cap'>
  /** the steps in words, of `readPlan` */
  readonly plan: readonly string[]
  /** which of them is next, from 0 */
  readonly at: number
  /** what each of them is to bring about, in words; shown where the variant has it */
  readonly outcomes: readonly string[]
  /** what the twin said of the last reply; shown where the variant has it */
  readonly feedback?: string
}

/** Asks for the skills that carry out the next step of a plan. */
export function stepsPrompt(order: Order, so: StepsSoFar): Prompt {
  const { outcomes: hasOutcomes, feedback: hasFeedback, thinks } = VARIANTS[so.variant]
  const { domain, state } = order
  const steps = so.plan.map((step, at) => {
    const outcome = hasOutcomes ? so.outcomes[at] : undefined
    return `${at + 1}. ${step}${outcome === undefined ? '' : ` (then: ${outcome})`}${at < so.at ? ' - done' : ''}`
  })
  return {
    system: `${RULES}\n\n${describeWorld(domain, domain.initial)}`,
    user: [
      `Task: ${oneLine(order.order)}`,
      'Plan:',
      ...steps,
      // without feedback the model does not learn what has become of the world: that is what the variant measures
      ...(hasFeedback ? ['What is believed now:', ...describeState(domain, state)] : []),
      ...(hasFeedback && so.feedback !== undefined
        ? [`What came of your last reply: ${oneLine(so.feedback)}`]
        : []),
      `Carry out step ${so.at + 1}: ${so.plan[so.at] ?? ''}`,
      'Reply:',
    ].join('\n'),
    schema: stepsSchema(domain),
    maxTokens: 500 + (thinks ? THINKING : 0),
  }
}

const RULES = `You are in charge of a robot. A task has been split into steps; you carry out one step at a
time by naming what the robot does, in the order in which it does it. Usually that is one thing, sometimes two or three:
add what the step needs and the plan has forgotten. Do nothing that belongs to a later step. Reply with
one JSON object and nothing else: {"thought":"…","steps":[{"skill":"NAME","ports":{"PORT":"VALUE"}}]}
- thought: one sentence.
- steps: skills with their ports and values, exactly as they are written below.`

const MOST_STEPS = 6

export const stepsSchema = (domain: DataDomain): Schema =>
  schemaFor(domain, 'steps', () => ({
    ...object({ thought: text(240), steps: list(ref('step'), [1, MOST_STEPS]) }),
    $defs: { step: stepDef(domain) },
  }))

/** Reads the reply to `stepsPrompt`: steps that the robot can be asked for. Whether it may take them, the twin says. */
export function readSteps(reply: string, domain: DataDomain): Result<readonly PlannedStep[], Diagnostic> {
  const read = readReply<{ readonly steps: readonly WrittenStep[] }>(reply, stepsSchema(domain))
  if (!read.ok) return read
  const steps = read.value.steps.map(plannedStep)
  const [problem] = steps.flatMap((step) => stepProblems(step, domain))
  return problem === undefined ? ok(steps) : err(problem)
}
