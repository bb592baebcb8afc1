import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Reply } from '#app/command-line/question.js'
import { printable } from '#terminal/paint.js'
import type { Client } from './client.js'
import { exitOf, refusalText, lookOf } from './text/look.js'
import { anything } from './show/anything.js'
import { sanitizeForTerminal, jsonText } from './text/sanitize-for-terminal.js'

export interface ArmOptions {
  readonly json: boolean
  readonly yes: boolean
  readonly timeoutMs: number
  readonly question?: (text: string) => Promise<Reply>
}

/** Law 7 in one step: shows what would move, asks the operator, and only then confirms. */
export async function armTwice(client: Client, options: ArmOptions, io: Io): Promise<ExitCode> {
  const { timeoutMs } = options
  const armed = await armWhenPrepared(client, timeoutMs)
  if (!armed.ok) return refused(armed.error)
  const { token, what } = armed.value as { readonly token?: unknown; readonly what?: unknown }
  const moves = typeof what === 'string' ? printable(what, 500) : 'the robot will move'
  io.err.write(`about to move: ${moves}\n`)
  if (!options.yes) {
    const reply = await options.question?.('Is everybody clear? Type yes to let it move: ')
    if (reply?.kind !== 'said' || !/^y(es)?$/i.test(reply.text.trim())) {
      io.err.write('not confirmed; the robot does not move, and the token expires\n')
      return reply?.kind === 'interrupted' ? EXIT.interrupted : EXIT.question
    }
  }
  const confirmed = await client.request('confirm', { token: String(token) }, { timeoutMs })
  if (!confirmed.ok) return refused(confirmed.error)
  if (options.json) io.out.write(`${jsonText(confirmed.value)}\n`)
  else
    io.out.write(
      `${['confirmed', ...anything(sanitizeForTerminal(confirmed.value), lookOf(io.out, io.env))].join('\n')}\n`,
    )
  return EXIT.ok

  function refused(refusal: Parameters<typeof refusalText>[0]): ExitCode {
    io.err.write(`${refusalText(refusal)}\n`)
    if (options.json) io.out.write(`${jsonText({ error: refusal })}\n`)
    return exitOf(refusal)
  }
}

/** A run on a busy computer may take longer to prepare than one answer may take. */
async function armWhenPrepared(client: Client, timeoutMs: number): ReturnType<Client['request']> {
  const until = performance.now() + PREPARING_MS
  for (;;) {
    const armed = await client.request('arm', {}, { timeoutMs })
    if (armed.ok || armed.error.code !== 'arm.not-yet' || performance.now() > until) return armed
    await sleep(POLL_MS)
  }
}

const PREPARING_MS = 60_000
const POLL_MS = 200
