import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { isServerAddress, type ChatSettings } from '#config/service/site-schema.js'
import { withinBudget } from './budget.js'
import { openAiChat } from './endpoint/open-ai-chat.js'
import { chatKey } from './endpoint/key.js'
import { llamaChat } from './gguf/llama-chat.js'
import type { ChatModel } from './ports.js'

/** Opens the chat model for one order, with the budget of one order; undefined where none is set. */
export async function openChat(
  settings: ChatSettings,
  signal: AbortSignal,
): Promise<Result<ReturnType<typeof withinBudget> | undefined, Diagnostic>> {
  const { use, timeoutSeconds } = settings
  if (use === null) return ok(undefined)
  const model = isServerAddress(use)
    ? await endpoint(use, settings, signal)
    : await llamaChat({ path: use, timeoutSeconds })
  return model.ok ? ok(withinBudget(model.value, settings)) : err(model.error)
}

async function endpoint(
  base: string,
  { model, hosts, keyFile, timeoutSeconds }: ChatSettings,
  signal: AbortSignal,
): Promise<Result<ChatModel, Diagnostic>> {
  const key = chatKey(keyFile ?? undefined)
  if (!key.ok) return key
  return openAiChat(
    { base, model: model ?? undefined, hosts: listed(hosts), key: key.value, timeoutSeconds },
    signal,
  )
}

/** Names and addresses, separated by commas. */
const listed = (hosts: string | null): readonly string[] =>
  (hosts ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '')
