import type { CommandName } from '#console/catalogue.js'
import { printable } from '#terminal/paint.js'
import { readRegularText, describeUnreadable } from '#documents/read-regular.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Reply } from '#app/command-line/question.js'
import { armTwice } from './arm.js'
import type { Client } from './client.js'
import { exitOf, problemText, refusalText, lookOf } from './text/look.js'
import { jsonText } from './text/sanitize-for-terminal.js'
import { isThing } from './show/anything.js'
import { show } from './show/show.js'
import { readWords } from './words/read-words.js'

export interface OnceOptions {
  readonly json: boolean
  /** confirm an armed command without asking */
  readonly yes: boolean
  readonly timeoutMs: number
  /** asks the operator; undefined if there is none */
  readonly question?: (text: string) => Promise<Reply>
}

/** Runs one command: its result goes to stdout, messages go to stderr. */
export async function once(
  words: readonly string[],
  client: Client,
  options: OnceOptions,
  io: Io,
): Promise<ExitCode> {
  const asked = readWords(words, readText)
  if (!asked.ok) {
    io.err.write(problemText(asked.error))
    return EXIT.usage
  }
  const { command, params } = asked.value
  if (command === 'arm' && (options.yes || options.question !== undefined))
    return armTwice(client, options, io)
  const timeoutMs = patienceFor(command, options.timeoutMs)
  const answer = await client.request(command, params, { timeoutMs })
  if (!answer.ok) {
    io.err.write(`${refusalText(answer.error)}\n`)
    if (options.json) io.out.write(`${jsonText({ error: answer.error })}\n`)
    return exitOf(answer.error)
  }
  if (options.json) io.out.write(`${jsonText(answer.value)}\n`)
  else
    io.out.write(
      show(command, answer.value, lookOf(io.out, io.env))
        .map((line) => `${line}\n`)
        .join(''),
    )
  const next = nextStep(command, answer.value)
  if (options.json || next === '') return EXIT.ok
  io.err.write(`${next}\n`)
  // whoever chains commands must not take a token for permission
  return command === 'arm' ? EXIT.question : EXIT.ok
}

/** An order is searched for a plan, and the service itself says when that takes too long. */
export const patienceFor = (command: CommandName, timeoutMs: number): number =>
  command === 'do' || command === 'do.confirm' ? Math.max(timeoutMs, ORDER_MS) : timeoutMs

/** What the operator does next, where the command alone moves nothing. */
function nextStep(command: CommandName, answer: unknown): string {
  const { kind, toBeArmed } = isThing(answer) ? answer : {}
  const waitsForArm = command === 'run' || (command === 'do.confirm' && toBeArmed === true)
  if (waitsForArm) return 'nothing moves before it is armed: graft console arm'
  if (command === 'do.confirm' && kind === 'begun') return FOLLOW
  if (command !== 'arm') return ''
  const { token } = answer as { readonly token?: unknown }
  return typeof token === 'string' ? `not confirmed: graft console confirm ${printable(token, 40)}` : ''
}

/** Reads the file of a parameter such as `--xml @my-tree.xml`. */
export function readText(file: string): Result<string, Diagnostic> {
  const text = readRegularText(file, MOST_BYTES)
  if (text.ok) return text
  return text.error.kind === 'too-long'
    ? err(unreadable(file, `at most ${MOST_BYTES} bytes`, `${text.error.size} bytes`))
    : err(unreadable(file, 'a file that can be read', describeUnreadable(text.error)))
}

const MOST_BYTES = 200_000
const FOLLOW = 'follow it: graft console watch; stop it: graft console stop'
/** a service gives up after 10 s */
const ORDER_MS = 12_000

const unreadable = (file: string, expected: string, got: string): Diagnostic => ({
  code: 'console.file',
  severity: 'error',
  message: `${file} cannot be sent`,
  expected,
  got,
})
