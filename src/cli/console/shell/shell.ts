import type { Io } from '#cli/bt/output/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Client } from '../client.js'
import { sanitizeForTerminal } from '../text/sanitize-for-terminal.js'
import { lookOf } from '../text/look.js'
import { eventLines } from '../show/events.js'
import { runWatch } from '../watch/watch.js'
import { printable } from '#terminal/paint.js'
import { runTeleop } from '../teleop/teleop.js'
import { Conversation } from './conversation.js'
import { follow } from './follow.js'
import { History, historyFile } from './history.js'
import { Knowledge } from './knowledge.js'
import { pulse } from './pulse.js'
import type { Contact } from './prompt.js'
import { carryOut } from './carry-out.js'

export interface ShellOptions {
  readonly timeoutMs: number
  readonly input: NodeJS.ReadStream
  readonly io: Io
}

/** The conversation: lines in, answers out, what happens meanwhile above the prompt. A pipe is a script: no prompt. */
export async function runShell(client: Client, options: ShellOptions): Promise<ExitCode> {
  const { io, input, timeoutMs } = options
  const over = new AbortController()
  const look = lookOf(io.out, io.env)
  const knowledge = new Knowledge()
  const history = new History(historyFile(io.env))
  const isPerson = input.isTTY && io.out.isTTY === true
  let contact: Contact = { status: undefined, silentMs: 0 }
  let worst: ExitCode = EXIT.ok
  let following = isPerson
  let conversation: Conversation | undefined

  const changed = (now: Contact): void => {
    if (now.refused !== undefined && now.refused !== contact.refused)
      conversation?.say([look.paint.bad(printable(now.refused, 500))])
    else if (
      now.refused === undefined &&
      now.silentMs > 0 &&
      (contact.silentMs === 0 || contact.refused !== undefined)
    )
      conversation?.say([look.paint.bad('the service does not answer; trying again')])
    if (now.silentMs === 0 && contact.silentMs > 0)
      conversation?.say([
        look.paint.good(`the service answers again after ${(contact.silentMs / 1000).toFixed(0)} s`),
      ])
    contact = now
    knowledge.learn(now.status)
    conversation?.show(contact)
  }
  const tasks = isPerson
    ? [
        pulse({
          client,
          everyMs: 1000,
          timeoutMs: 2000,
          now: () => performance.now(),
          changed,
          signal: over.signal,
        }),
        follow(
          client,
          (statusEvent) => {
            knowledge.learn(sanitizeForTerminal(statusEvent))
            if (following) conversation?.say(eventLines(statusEvent, look))
          },
          over.signal,
        ),
        learnNames(client, knowledge),
      ]
    : []

  try {
    for (;;) {
      conversation = new Conversation({ input, io, look, knowledge, history, isPerson })
      conversation.show(contact)
      const talk = conversation
      const next = await talk.run(async (words) => {
        if (words[0] === 'follow') {
          following = words[1] !== 'off'
          return undefined
        }
        const done = await carryOut(words, client, { timeoutMs, talk, look, knowledge, io })
        if (typeof done === 'string') return done
        worst = worst === EXIT.ok ? done : worst
        return undefined
      })
      conversation = undefined
      if (next === 'exit') return isPerson ? EXIT.ok : worst
      const view = { signal: over.signal, timeoutMs, io, input }
      if (next === 'watch') await runWatch(client, { ...view, json: false })
      else await runTeleop(client, { ...view, yes: false })
    }
  } finally {
    over.abort()
    await Promise.all(tasks)
  }
}

/** What Tab knows from the first line on. */
async function learnNames(client: Client, knowledge: Knowledge): Promise<void> {
  for (const command of ['run.list', 'alarm.list', 'tree.slots'] as const) {
    const answer = await client.request(command, {}, { timeoutMs: 2000 })
    if (answer.ok) knowledge.learn(answer.value)
  }
}
