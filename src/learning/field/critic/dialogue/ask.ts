import type { Result } from '#base/result.js'
import type { Answer } from './answer.js'
import { MAX_RAW_BYTES } from '../schema.js'
import type { Frame, Region, VisionModel, Described } from '#learning/ports.js'

export interface ModelAnswer {
  readonly answer: Answer
  readonly reply: Described
}

/** No usable answer: the reason, and the last reply, if any. */
export interface NoAnswer {
  readonly why: string
  readonly raw: string
}

/** Retries after an unreadable answer (LAGEA-02); the fallback is typed, never the last bad reply. */
const MAX_RETRIES = 2

export interface Question {
  /** in chronological order; the last is the current picture */
  readonly frames: readonly Frame[]
  readonly regions: readonly Region[]
  readonly prompt: string
  readonly maxTokens: number
  /** parses an answer of this model; the error says what is unreadable */
  readonly read: (text: string) => Result<Answer, string>
}

/**
 * Asks the model and parses the answer strictly. Any failure (garbage, an exception, a timeout) is returned as a value
 * (AMB-03).
 *
 * @param timeoutMs per call, milliseconds
 */
export async function ask(
  vision: VisionModel,
  question: Question,
  timeoutMs: number,
): Promise<ModelAnswer | NoAnswer> {
  let last: NoAnswer = { why: 'the model was not asked', raw: '' }
  for (let attempt = 0; attempt <= MAX_RETRIES; attempt++) {
    const reply = await describeInTime(vision, question, timeoutMs)
    if (reply instanceof Error) return { why: reply.message, raw: '' }
    const answer = question.read(reply.text)
    if (answer.ok) return { answer: answer.value, reply }
    last = { why: `the answer could not be read: ${answer.error}`, raw: clipped(reply.text) }
  }
  return last
}

async function describeInTime(
  vision: VisionModel,
  { frames, regions, prompt, maxTokens }: Question,
  timeoutMs: number,
): Promise<Described | Error> {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => {
      // resolved first: the "aborted" error that follows would hide the reason
      resolve(new Error(`no answer within ${timeoutMs} ms`))
      abort.abort()
    }, timeoutMs)
  })
  try {
    const described = vision.describe({
      frames,
      regions,
      prompt,
      maxTokens,
      signal: abort.signal,
    })
    return await Promise.race([described, late])
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    clearTimeout(timer)
  }
}

export const clipped = (text: string): string => text.slice(0, MAX_RAW_BYTES)
