import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { Prompt } from '../ports.js'
import { readReply } from '../schema/read-reply.js'
import { list, object, text, type Schema } from '../schema/schema.js'
import { describeWorld } from '../world/describe.js'
import { oneLine, type Order } from './goal.js'
import { THINKING, VARIANTS, type Variant } from './variants.js'

/** Asks for the steps of a task in words, one for about each thing that the robot can do. */
export function planPrompt({ order, domain, state }: Order, variant: Exclude<Variant, 'cap'>): Prompt {
  return {
    system: `${RULES}\n\n${describeWorld(domain, state)}`,
    user: `Task: ${oneLine(order)}\nReply:`,
    schema: PLAN,
    maxTokens: 700 + (VARIANTS[variant].thinks ? THINKING : 0),
  }
}

const RULES = `You plan for a robot. Split the task into simple steps, each about as large as one thing
that the robot can do, in the order in which they have to be done. Think of what a step needs before it can be done: the
robot has to be at the place, what is in the way has to be opened first, and it can hold only what its
description says. Do not do what the task does not ask for. Reply with one JSON object and nothing else:
{"steps":["first step","second step"]} Each step is one short sentence with the names of the things,
exactly as they are written below.`

const MOST_STEPS = 20
const PLAN: Schema = object({ steps: list(text(160), [1, MOST_STEPS]) })

/** Reads the reply to `planPrompt`: steps in words, none of them empty. */
export function readPlan(reply: string): Result<readonly string[], Diagnostic> {
  const read = readReply<{ readonly steps: readonly string[] }>(reply, PLAN)
  return read.ok ? ok(read.value.steps.map((step) => step.trim()).filter((step) => step !== '')) : read
}
