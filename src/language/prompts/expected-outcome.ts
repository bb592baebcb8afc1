import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { Goal } from '#instructions/read/meaning.js'
import { sayStep } from '#instructions/say.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Prompt } from '../ports.js'
import { readReply } from '../schema/read-reply.js'
import { list, object, ref, text, type Schema } from '../schema/schema.js'
import { describeWorld } from '../world/describe.js'
import { formsOf, schemaFor, statementDefs } from '../world/forms.js'
import { goalOf, problemsOf, type Statement } from '../world/statement.js'
import { oneLine, type Order } from './goal.js'

/** What a step is to bring about: for people, and as formulas that are held against what is seen. */
export interface ExpectedOutcome {
  readonly text: string
  /** each of them can be said in the world; none: there is nothing to compare */
  readonly proofs: readonly Goal[]
}

/** Asks, in a session of its own (MOD-05), what each step of a plan is to bring about. */
export function expectedOutcomePrompt(
  { order, domain, state }: Order,
  steps: readonly (PlannedStep | string)[],
): Prompt {
  return {
    system: `${RULES}\n\n${describeWorld(domain, state)}`,
    user: [
      `Task: ${oneLine(order)}`,
      'Plan:',
      ...steps.map((step, at) => `${at + 1}. ${typeof step === 'string' ? oneLine(step) : sayStep(step)}`),
      `Reply, with ${steps.length} outcomes:`,
    ].join('\n'),
    schema: outcomesSchema(domain, steps.length),
    maxTokens: 120 + 120 * steps.length,
  }
}

const RULES = `A robot will carry out a plan. For each step, in the order of the plan, say what is so
right after it: where the robot is, what it holds, where the thing is now,
what is open or closed. Say what a person could
see, not what was done. Reply with one JSON object and nothing else:
{"outcomes":[{"text":"…","holds":[STATEMENT,STATEMENT]}]}
- text: one or two short sentences, more exact than the step itself.
- holds: the same as statements that are true then and were not all true before, such as
  {"fact":"F","of":"X","is":"V"}.
Only what this step brings about: not what was so already, and not what later steps do. Use names exactly
as they are written below.`

const outcomesSchema = (domain: DataDomain, count: number): Schema =>
  schemaFor(domain, `outcomes ${count}`, () => ({
    ...object({
      outcomes: list(object({ text: text(240), holds: list(ref('statement'), [1, 4]) }), [count, count]),
    }),
    $defs: statementDefs(domain, formsOf(domain)),
  }))

/** Reads the reply to `expectedOutcomePrompt`: as many outcomes as the plan has steps. */
export function readExpectedOutcomes(
  reply: string,
  domain: DataDomain,
  count: number,
): Result<readonly ExpectedOutcome[], Diagnostic> {
  type Reply = {
    readonly outcomes: readonly { readonly text: string; readonly holds: readonly Statement[] }[]
  }
  const read = readReply<Reply>(reply, outcomesSchema(domain, count))
  if (!read.ok) return read
  const forms = formsOf(domain)
  const world = spokenWorld(domain)
  return ok(
    read.value.outcomes.map(({ text, holds }) => ({
      text: text.trim(),
      proofs: holds
        .map((statement) => goalOf(statement, forms, world))
        .filter(({ formula }) => problemsOf([formula], domain).length === 0),
    })),
  )
}
