import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { loadSite } from '#config/service/site-config.js'
import type { ChatSettings } from '#config/service/site-schema.js'
import { meaningsIn } from '#instructions/meanings.js'
import type { Understood } from '#instructions/understand.js'
import type { Order } from '#language/prompts/goal.js'

/** The options of `graft do` beside those of a run. */
export interface DoOptions {
  readonly world: string
  readonly speaker?: string
  readonly yes: boolean
  readonly plan: boolean
  /** whether what was learned is used and added to */
  readonly memory: boolean
  /** the state folder that has the memory */
  readonly state?: string
  /** the address of a chat server, or a folder with a GGUF file */
  readonly chat?: string
  readonly chatModel?: string
  /** goes on with the order that was cut off; typed `--resume` */
  readonly goOn?: boolean
  /** drops the order that was cut off */
  readonly forget?: boolean
  /** configuration with a section `chat` */
  readonly config?: string
}

/**
 * What an order means by the rules and, where one is set, by a chat model. A model that was asked for and cannot be
 * opened is an error; one that fails later is reported, and the rules alone decide, as they do without it.
 */
export async function withChat(
  byRule: Understood,
  order: Order,
  options: DoOptions,
  signal: AbortSignal,
): Promise<Result<Understood, readonly Diagnostic[]>> {
  const settings = await chatSettings(options)
  if (!settings.ok) return settings
  if (settings.value.use === null) return ok(byRule)
  // a run without a chat model does not load what one needs
  const { openChat } = await import('#language/open-chat.js')
  const { readByModel } = await import('#language/readings/ask-model.js')
  const { combined } = await import('#language/readings/combine.js')
  const chat = await openChat(settings.value, signal)
  if (!chat.ok) return err([chat.error])
  if (chat.value === undefined) return ok(byRule)
  try {
    const read = await readByModel(chat.value, order, signal)
    const { calls, tokens, seconds } = chat.value.spent()
    say(`${chat.value.id}: ${calls} calls, ${tokens} tokens, ${seconds.toFixed(1)} s`)
    if (read.ok) {
      read.value.dropped.forEach(warn)
      const { named = [], immovable } = byRule
      return ok({ ...combined(byRule, read.value, meaningsIn(order.domain)), named, immovable })
    }
    warn(read.error)
    say('The rules alone decide what is meant.')
    return ok(byRule)
  } finally {
    await chat.value.dispose()
  }
}

/** The section `chat`, with what the command line says instead. */
async function chatSettings({
  config,
  chat,
  chatModel,
}: DoOptions): Promise<Result<ChatSettings, readonly Diagnostic[]>> {
  const site = await loadSite(config)
  if (!site.ok) return site
  const own = site.value.chat
  return ok({ ...own, use: chat ?? own.use, model: chatModel ?? own.model })
}

export const warn = (problem: Diagnostic): void => say(formatDiagnostic({ ...problem, severity: 'warning' }))

const say = (line: string): void => void process.stderr.write(`${line}\n`)
