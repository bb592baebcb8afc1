import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { ChatModel } from '../ports.js'
import { goalPrompt, readGoals, type Order, type ReadByModel } from '../prompts/goal.js'

/** A reply that cannot be used is sent back with the reason so often. */
const ATTEMPTS = 2

/** Asks a chat model what an order means. Never throws; what comes out type-checks in the world. */
export async function readByModel(
  model: ChatModel,
  order: Order,
  signal: AbortSignal,
): Promise<Result<ReadByModel, Diagnostic>> {
  const prompt = goalPrompt(order)
  let { user } = prompt
  for (let attempt = 1; ; attempt++) {
    const reply = await model.reply({ ...prompt, user, signal })
    if (!reply.ok) return reply
    const read = readGoals(reply.value.text, order)
    if (attempt === ATTEMPTS) return read
    const problem = read.ok ? uselessBecause(read.value) : read.error
    if (problem === undefined) return read
    user = `${prompt.user}\n(Your last reply could not be used: ${said(problem)})`
  }
}

/** All of its readings were dropped. */
const uselessBecause = ({ readings, dropped }: ReadByModel): Diagnostic | undefined =>
  readings.length === 0 ? dropped[0] : undefined

const said = ({ message, expected, hint }: Diagnostic): string =>
  [message, ...(expected === undefined ? [] : [`expected ${expected}`]), hint ?? ''].join('; ').slice(0, 400)
