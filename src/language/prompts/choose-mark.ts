import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { Prompt } from '../ports.js'
import { readReply } from '../schema/read-reply.js'
import { object, one, text, type Schema } from '../schema/schema.js'
import { oneLine } from './goal.js'

/** Which of the numbered marks a model has chosen, and why. */
export interface ChosenMark {
  readonly why: string
  readonly mark: number
}

/** Where nothing can be chosen nobody is asked. */
type Numbers = readonly [number, ...number[]]

/**
 * Asks which of some numbered points on a picture to use; the picture with its marks is sent beside it (PRAG-12).
 * @param use what is to be done there: `put the cup down`
 * @param numbers of the marks that can be reached: no other can be chosen
 */
export const chooseMarkPrompt = (use: string, numbers: Numbers): Prompt => ({
  system: RULES,
  user: `What is to be done: ${oneLine(use)}\nMarks to choose from: ${numbers.join(', ')}\nReply:`,
  schema: chooseMarkSchema(numbers),
  maxTokens: 200,
})

const RULES = `The picture shows what a robot sees. Numbered marks are points that it could use. A mark that
stands beside its point has a line to it: the point at the end of the line counts. Choose the one point at which
what is to be done goes best: with room around it, nothing in the way, and away from edges. Reply with one JSON
object and nothing else: {"why":"…","mark":2}
- why: one sentence: what speaks for this point.
- mark: its number.`

const chooseMarkSchema = (numbers: Numbers): Schema => object({ why: text(300), mark: one(...numbers) })

/** Reads the reply to `chooseMarkPrompt`: no number that was not offered is a choice. */
export function readChosenMark(reply: string, numbers: Numbers): Result<ChosenMark, Diagnostic> {
  const read = readReply<ChosenMark>(reply, chooseMarkSchema(numbers))
  return read.ok ? ok({ ...read.value, why: read.value.why.trim() }) : read
}
