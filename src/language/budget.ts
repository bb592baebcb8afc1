import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import type { ChatModel, ChatReply } from './ports.js'

/** What one order may cost. */
export interface Budget {
  readonly calls: number
  /** of prompts and replies together */
  readonly tokens: number
}

/** What an order has cost so far. */
export interface Spent extends Budget {
  readonly seconds: number
}

/** A model for one order: it is asked no more once its budget is spent. A request that is under way is not cut. */
export function withinBudget(model: ChatModel, budget: Budget): ChatModel & { readonly spent: () => Spent } {
  let spent: Spent = { calls: 0, tokens: 0, seconds: 0 }
  return {
    id: model.id,
    seesPictures: model.seesPictures,
    spent: () => spent,
    reply: async (request) => {
      const refusal = refusalOf(budget, spent)
      if (refusal !== undefined) return err(refusal)
      // counted before the reply: two requests at once are two calls
      spent = { ...spent, calls: spent.calls + 1 }
      const reply = await model.reply(request)
      spent = added(spent, reply, request.system.length + request.user.length)
      return reply
    },
    dispose: () => model.dispose(),
  }
}

function added(spent: Spent, reply: Result<ChatReply, Diagnostic>, asked: number): Spent {
  if (!reply.ok) return { ...spent, tokens: spent.tokens + estimated(asked) }
  const { tokens, text, seconds } = reply.value
  const counted = tokens.in + tokens.out
  return {
    ...spent,
    // a server that does not count is believed to use what such a text takes
    tokens: spent.tokens + (counted > 0 ? counted : estimated(asked + text.length)),
    seconds: spent.seconds + seconds,
  }
}

const CHARACTERS_PER_TOKEN = 4
const estimated = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

function refusalOf(budget: Budget, spent: Spent): Diagnostic | undefined {
  const key = (['calls', 'tokens'] as const).find((one) => spent[one] >= budget[one])
  if (key === undefined) return undefined
  return {
    code: 'chat.budget',
    severity: 'error',
    message: `the chat model has had its share of this order: ${budget[key]} ${key}`,
    expected: `at most ${budget[key]} ${key} for one order`,
    got: `${spent.calls} calls, ${spent.tokens} tokens`,
    hint: `say the order in smaller parts, or allow more: chat: { ${key}: … }`,
  }
}
