import { err } from '#base/result.js'
import type { Answer, Refusal } from './host.js'
import { PROTOCOL, type Limits, type Reply } from './protocol.js'

/** Encodes an answer for the wire; one that is too long, or that JSON cannot hold, becomes a refusal. */
export function encodeReply(id: Reply['id'], answer: Answer, limits: Pick<Limits, 'reply'>): Uint8Array {
  const head = { v: PROTOCOL, id }
  const text = answer.ok
    ? stringify({ ...head, ok: true, result: answer.value ?? null })
    : stringify({ ...head, ok: false, error: answer.error })
  const bytes = text === undefined ? undefined : UTF8.encode(text)
  if (bytes === undefined) return encodeReply(id, err(BUG), limits)
  if (bytes.length > limits.reply) return encodeReply(id, err(tooLong(bytes.length)), limits)
  return bytes
}

export const BUG: Refusal = {
  code: 'console.bug',
  message: 'the service has a bug: the command ended in an error of its own',
  hint: 'the log has the text; please report it',
}

export const BUSY: Refusal = {
  code: 'console.busy',
  message: 'too many commands are under way',
  hint: 'wait for their replies; `stop` and `estop` are always taken',
}

function stringify(reply: Reply): string | undefined {
  try {
    return JSON.stringify(reply)
  } catch {
    return undefined
  }
}

const tooLong = (bytes: number): Refusal => ({
  code: 'console.too-large',
  message: `the answer has ${bytes} bytes, more than one reply holds`,
  hint: 'ask for less, with `limit` where the command has it',
})

const UTF8 = new TextEncoder()
