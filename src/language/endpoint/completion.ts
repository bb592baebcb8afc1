import { z } from 'zod'
import { err, ok, type Result } from '#base/result.js'
import type { ChatReply } from '../ports.js'
import type { Answer } from './exchange.js'

/** Why an answer of the server holds no reply. */
export type NoReply = 'not-json' | 'no-text' | 'cut'

/** The reply in an answer of `/v1/chat/completions`, also where the server streams though nobody asked it to. */
export function replyIn({ type, text }: Answer): Result<Omit<ChatReply, 'seconds'>, NoReply> {
  const parts = type === 'text/event-stream' ? eventsIn(text) : [parsed(text)]
  const read = parts.map((part) => completion.safeParse(part))
  const good = read.flatMap(({ data }) => (data === undefined ? [] : [data]))
  if (good.length === 0 || good.length < read.length) return err('not-json')
  const choices = good.flatMap(({ choices }) => choices.slice(0, 1))
  if (choices.some(({ finish_reason: reason }) => reason === 'length')) return err('cut')
  const written = choices.map(({ message, delta }) => textOf((message ?? delta)?.content)).join('')
  // a stream that broke off says nowhere why it ended
  if (
    type === 'text/event-stream' &&
    !choices.some(({ finish_reason: reason }) => typeof reason === 'string')
  )
    return err('cut')
  if (written.trim() === '') return err('no-text')
  const usage = good.findLast((one) => typeof one.usage === 'object' && one.usage !== null)?.usage
  return ok({
    text: written,
    tokens: { in: usage?.prompt_tokens ?? 0, out: usage?.completion_tokens ?? 0 },
  })
}

/** What a server says of its models, by their names; undefined where it says something else. */
export function modelsIn({ text }: Answer): readonly string[] | undefined {
  const read = models.safeParse(parsed(text))
  return read.success ? read.data.data.map(({ id }) => id) : undefined
}

/** What a server says went wrong, in one line; every server has a form of its own. */
export function complaintIn({ text }: Answer): string {
  const read = complaint.safeParse(parsed(text))
  const { error, message, detail } = read.success ? read.data : {}
  const said = (typeof error === 'string' ? error : error?.message) ?? message ?? detail ?? text
  const line = said.replaceAll(/\s+/g, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 197)}...` : line
}

const content = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish()
const choice = z.looseObject({
  message: z.looseObject({ content }).nullish(),
  delta: z.looseObject({ content }).nullish(),
  finish_reason: z.string().nullish(),
})
const count = z.int().min(0).catch(0)
const completion = z.looseObject({
  choices: z.array(choice),
  usage: z.looseObject({ prompt_tokens: count, completion_tokens: count }).nullish(),
})
const models = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })
const complaint = z.looseObject({
  error: z.union([z.string(), z.looseObject({ message: z.string().optional() })]).optional(),
  message: z.string().optional(),
  detail: z.string().optional(),
})

const textOf = (written: z.output<typeof content>): string =>
  typeof written === 'string' ? written : (written ?? []).map(({ text }) => text ?? '').join('')

const eventsIn = (stream: string): unknown[] =>
  stream
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .filter((data) => data !== '' && data !== '[DONE]')
    .map(parsed)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
