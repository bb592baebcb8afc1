import type { StatusEvent } from '#runtime/status/status-event.js'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Client } from '../client.js'
import { sanitizeForTerminal } from '../text/sanitize-for-terminal.js'
import { exitOf, lookOf, refusalText, type Look } from '../text/look.js'
import { eventLines } from '../show/events.js'
import { runWatch } from '../watch/watch.js'
import { printable } from '#terminal/paint.js'
import { runTeleop } from '../teleop/teleop.js'
import { Conversation } from './conversation.js'
import { follow } from './follow.js'
import { History, historyFile } from './history.js'
import { Knowledge } from './knowledge.js'
import { OwnRefusals } from './own-refusals.js'
import { pulse } from './pulse.js'
import type { Contact } from './prompt.js'
import { carryOut } from './carry-out.js'

export interface ShellOptions {
  readonly timeoutMs: number
  readonly input: NodeJS.ReadStream
  readonly io: Io
  /** ends it, also while it watches or drives */
  readonly signal?: AbortSignal
}

/** The interactive shell: answers commands and prints events above the prompt. A pipe is a script, without a prompt. */
export async function runShell(client: Client, options: ShellOptions): Promise<ExitCode> {
  const { io, input, timeoutMs } = options
  const over = new AbortController()
  const look = lookOf(io.out, io.env)
  const knowledge = new Knowledge()
  const history = new History(historyFile(io.env))
  const isPerson = input.isTTY && io.out.isTTY === true
  let contact: Contact = { status: undefined, silentMs: 0 }
  let worstOfScript: ExitCode | undefined
  let [following, asked] = [isPerson, false]
  let conversation: Conversation | undefined
  const changed = (now: Contact): void => {
    const lines = contactLines(contact, now, look)
    if (lines.length > 0) conversation?.say(lines)
    contact = now
    knowledge.learn(now.status)
    conversation?.show(contact)
  }
  const own = new OwnRefusals(client, monotonic, (event) => {
    knowledge.learn(sanitizeForTerminal(event))
    if (following) conversation?.say(eventLines(event, look))
  })
  const signal = AbortSignal.any([over.signal, options.signal ?? []].flat())
  const tasks = isPerson ? keepUp(client, knowledge, { changed, onEvent: own.hear, signal }) : []
  const service = isPerson ? undefined : client.request('status', {}, { timeoutMs })
  try {
    while (!signal.aborted) {
      conversation = new Conversation({ input, io, look, knowledge, history, isPerson })
      conversation.show(contact)
      const talk = conversation
      const lines = talk.run(async (words) => {
        asked = true
        if (words[0] === 'follow') return void (following = words[1] !== 'off')
        const done = await carryOut(words, own.client, { timeoutMs, talk, look, knowledge, io })
        if (typeof done !== 'string') worstOfScript ||= done
        return typeof done === 'string' ? done : undefined
      }, signal)
      const next = await (service ? Promise.race([lines, unanswered(service, () => asked)]) : lines)
      conversation = undefined
      if (signal.aborted) break
      if (next === 'exit') return service ? (worstOfScript ?? nothingAsked(await service, io)) : EXIT.ok
      const view = { signal, timeoutMs, io, input, json: false, yes: false }
      await (next === 'watch' ? runWatch(client, view) : runTeleop(client, view))
    }
    return EXIT.interrupted
  } finally {
    over.abort()
    await Promise.all(tasks)
  }
}

/** Ends a script that holds its input open and has said nothing by the time that the service should have answered. */
async function unanswered(service: Promise<Answer>, hasAsked: () => boolean): Promise<'exit'> {
  return (await service).ok || hasAsked() ? new Promise<'exit'>(() => undefined) : 'exit'
}

/** A script without a command: somebody is told, also that the service is not there. */
function nothingAsked(service: Answer, { err }: Io): ExitCode {
  err.write(
    `${service.ok ? 'no command was given: graft console help lists them' : refusalText(service.error)}\n`,
  )
  return service.ok ? EXIT.ok : exitOf(service.error)
}

type Answer = Awaited<ReturnType<Client['request']>>

/** The message when the service falls silent, answers again, or refuses this key. */
function contactLines(before: Contact, now: Contact, { paint }: Look): readonly string[] {
  const isNew = before.silentMs === 0 || before.refused !== undefined
  return [
    ...(now.refused !== undefined && now.refused !== before.refused
      ? [paint.bad(printable(now.refused, 500))]
      : []),
    ...(now.refused === undefined && now.silentMs > 0 && isNew
      ? [paint.bad('the service does not answer; trying again')]
      : []),
    ...(now.silentMs === 0 && before.silentMs > 0
      ? [paint.good(`the service answers again after ${(before.silentMs / 1000).toFixed(0)} s`)]
      : []),
  ]
}

const monotonic = (): number => performance.now()

/** What goes on behind the prompt until the signal. */
const keepUp = (
  client: Client,
  knowledge: Knowledge,
  { changed, onEvent, signal }: Behind,
): readonly Promise<void>[] => [
  beat(client, changed, signal),
  follow(client, onEvent, signal),
  learnNames(client, knowledge),
]

interface Behind {
  readonly changed: (now: Contact) => void
  readonly onEvent: (event: StatusEvent) => void
  readonly signal: AbortSignal
}

/** Polls the status of the service once per second. */
const beat = (client: Client, changed: (now: Contact) => void, signal: AbortSignal): Promise<void> =>
  pulse({ client, everyMs: 1000, timeoutMs: 2000, now: monotonic, changed, signal })

/** Loads the names that Tab can complete from the first line on. */
async function learnNames(client: Client, knowledge: Knowledge): Promise<void> {
  for (const command of ['run.list', 'alarm.list', 'tree.slots'] as const) {
    const answer = await client.request(command, {}, { timeoutMs: 2000 })
    if (answer.ok) knowledge.learn(answer.value)
  }
}
