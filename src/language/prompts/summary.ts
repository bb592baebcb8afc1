import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { Goal } from '#instructions/read/meaning.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Prompt } from '../ports.js'
import { readReply } from '../schema/read-reply.js'
import { list, object, one, ref, text, type Schema } from '../schema/schema.js'
import { describeWorld } from '../world/describe.js'
import { formsOf, schemaFor, statementDefs } from '../world/forms.js'
import { goalOf, problemsOf, type Statement } from '../world/statement.js'
import { skillsOf } from '../world/step-schema.js'
import { oneLine, type Order } from './goal.js'

const ADVICE = ['prefer', 'avoid', 'first'] as const

/** What was learned from a task: a proposal, which whoever keeps the memory generalises, proves and counts. */
export interface LessonDraft {
  /** the sentence that a person reads */
  readonly text: string
  /** when it counts; none: always */
  readonly when: readonly Goal[]
  /** prefer or avoid a skill then, or do it first */
  readonly advice: (typeof ADVICE)[number]
  readonly skill: string
}

/** Asks for the lesson of a finished task. @param happened what was done and what came of it, one line each */
export function summaryPrompt({ order, domain, state }: Order, happened: readonly string[]): Prompt {
  return {
    system: `${RULES}\n\n${describeWorld(domain, state)}`,
    user: [
      `Task: ${oneLine(order)}`,
      'What happened:',
      ...happened.map((line, at) => `${at + 1}. ${oneLine(line)}`),
      'Reply:',
    ].join('\n'),
    schema: summarySchema(domain),
    maxTokens: 350,
  }
}

const RULES = `A robot has finished a task. Write what it should remember for other tasks: what differed
between the attempt that failed and the one that worked. A good lesson would have saved the failed attempt, and holds
for things of the same kind. Where nothing went wrong, or nothing can be learned, write no lesson. Reply
with one JSON object and nothing else:
{"lessons":[{"text":"…","when":[STATEMENT],"advice":"first","skill":"NAME"}]}
- text: one sentence for a person.
- when: statements that were true when it mattered, such as {"fact":"F","of":"X","is":"V"}; none if it is
  always so.
- advice: "prefer" the skill then, "avoid" it, or do it "first".
- skill: the name of the skill, exactly as it is written below.`

const MOST_LESSONS = 2

const summarySchema = (domain: DataDomain): Schema =>
  schemaFor(domain, 'summary', () => ({
    ...object({
      lessons: list(
        object({
          text: text(240),
          when: list(ref('statement'), [0, 3]),
          advice: one(...ADVICE),
          skill: one(...skillsOf(domain).map(({ name }) => name)),
        }),
        [0, MOST_LESSONS],
      ),
    }),
    $defs: statementDefs(domain, formsOf(domain)),
  }))

/** Reads the reply to `summaryPrompt`; a lesson whose condition cannot be said in the world is left out. */
export function readSummary(reply: string, domain: DataDomain): Result<readonly LessonDraft[], Diagnostic> {
  type Reply = {
    readonly lessons: readonly (Omit<LessonDraft, 'when'> & { readonly when: readonly Statement[] })[]
  }
  const read = readReply<Reply>(reply, summarySchema(domain))
  if (!read.ok) return read
  const forms = formsOf(domain)
  const world = spokenWorld(domain)
  const lessons = read.value.lessons.map((lesson) => ({
    ...lesson,
    text: lesson.text.trim(),
    when: lesson.when.map((statement) => goalOf(statement, forms, world)),
  }))
  return ok(
    lessons.filter(
      ({ text, when }) =>
        text !== '' &&
        problemsOf(
          when.map(({ formula }) => formula),
          domain,
        ).length === 0,
    ),
  )
}
