import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { sayStep } from '#instructions/say.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { Prompt } from '../ports.js'
import { readReply } from '../schema/read-reply.js'
import { integer, list, object, text, type Schema } from '../schema/schema.js'
import { describeWorld } from '../world/describe.js'
import { oneLine, type Order } from './goal.js'

/** A step that has failed, and what may be done about it. */
export interface Failure {
  readonly step: PlannedStep
  /** what was expected of it, in words */
  readonly expected: string
  /** what was seen or reported, one line each */
  readonly seen: readonly string[]
  /** what was tried before in this task, and what came of it, one line each */
  readonly tried: readonly string[]
  /** what the twin would allow now, in words; the model chooses among these and writes no other */
  readonly repairs: readonly string[]
}

export interface Reflection {
  /** what differs between what is believed and what was seen, for the report */
  readonly differs: string
  /** numbers of repairs, from 0, the best first */
  readonly ranked: readonly number[]
}

/** Asks after a failed step what has gone wrong and which repairs to try first (PRAG-04, PRAG-05). */
export function reflectPrompt({ order, domain, state }: Order, failure: Failure): Prompt {
  const { step, expected, seen, tried, repairs } = failure
  return {
    system: `${RULES}\n\n${describeWorld(domain, state)}`,
    user: [
      `Task: ${oneLine(order)}`,
      `The step that failed: ${sayStep(step)}`,
      `Expected: ${oneLine(expected)}`,
      'Seen:',
      ...listed(seen),
      'Tried before in this task:',
      ...listed(tried),
      'Repairs to choose from:',
      ...repairs.map((repair, at) => `${at + 1}. ${oneLine(repair)}`),
      'Reply:',
    ].join('\n'),
    schema: reflectSchema(repairs.length),
    maxTokens: 250,
  }
}

const RULES = `A step of a robot's task has failed. Compare what was expected with what was seen, think of
what could be different in the world from what is believed, and choose which repairs to try, the most promising one
first. What has failed twice in the same way will fail again: look, clear the way, take another way or
another thing, or ask a person instead. Reply with one JSON object and nothing else:
{"differs":"…","repairs":[2,1]}
- differs: one sentence: what is probably not as believed, and why the step failed.
- repairs: numbers of the list, at most three, the best first.`

const reflectSchema = (count: number): Schema =>
  object({
    differs: text(300),
    repairs: list(integer(1, Math.max(1, count)), [1, Math.min(3, Math.max(1, count))]),
  })

const listed = (lines: readonly string[]): string[] =>
  lines.length === 0 ? ['- nothing'] : lines.map((line) => `- ${oneLine(line)}`)

/** Reads the reply to `reflectPrompt`. @param count how many repairs there were to choose from */
export function readReflection(reply: string, count: number): Result<Reflection, Diagnostic> {
  type Reply = { readonly differs: string; readonly repairs: readonly number[] }
  const read = readReply<Reply>(reply, reflectSchema(count))
  if (!read.ok) return read
  const { differs, repairs } = read.value
  return ok({
    differs: differs.trim(),
    ranked: count === 0 ? [] : [...new Set(repairs)].map((one) => one - 1),
  })
}
