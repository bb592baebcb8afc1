import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { interruptible, EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Io } from '#terminal/io.js'
import { question, type Reply } from '#app/command-line/question.js'
import type { Client } from './client.js'
import { findKey } from './find-key.js'
import { once } from './once.js'
import { help } from './shell/help.js'
import { lookOf } from './text/look.js'

export interface ConsoleOptions {
  readonly endpoint?: string
  readonly key?: string
  readonly name?: string
  readonly json: boolean
  readonly yes: boolean
  /** seconds */
  readonly timeout: number
}

/** `graft console`: one command, the watch, teleop, or an interactive shell. */
export async function openConsole(
  words: readonly string[],
  options: ConsoleOptions,
  io: Io,
): Promise<ExitCode> {
  if (words[0] === 'help') {
    const lines = help(words.slice(1), lookOf(io.out, io.env))
    io.out.write(lines.map((line) => `${line}\n`).join(''))
    return EXIT.ok
  }
  const connected = await connect(options, io)
  if (!connected.ok) {
    io.err.write(`${formatDiagnostic(connected.error)}\n`)
    return EXIT.usage
  }
  const client = connected.value
  try {
    return await talk(words, client, options, io)
  } finally {
    client.close()
  }
}

async function talk(
  words: readonly string[],
  client: Client,
  options: ConsoleOptions,
  io: Io,
): Promise<ExitCode> {
  const timeoutMs = options.timeout * 1000
  const { json, yes } = options
  const atTerminal = io.out === process.stdout && process.stdin.isTTY
  // `teleop end SESSION` is a command of the protocol
  const first = words[0] === 'teleop' && words.length > 1 ? 'command' : words[0]
  switch (first) {
    case undefined: {
      const { runShell } = await import('./shell/shell.js')
      const shell = { timeoutMs, input: process.stdin, io }
      // a script ends as any command does; a screen and a prompt have to be taken down first
      return atTerminal && io.out.isTTY === true
        ? untilInterrupted((signal) => runShell(client, { ...shell, signal }))
        : runShell(client, shell)
    }
    case 'watch': {
      const { runWatch } = await import('./watch/watch.js')
      const input = atTerminal ? process.stdin : undefined
      return untilInterrupted((signal) =>
        runWatch(client, { json, signal, timeoutMs, io, ...(input && { input }) }),
      )
    }
    case 'teleop': {
      const { runTeleop } = await import('./teleop/teleop.js')
      return untilInterrupted((signal) =>
        runTeleop(client, { signal, timeoutMs, io, input: process.stdin, yes }),
      )
    }
    default:
      return once(words, client, { json, yes, timeoutMs, ...(atTerminal && { question: ask }) }, io)
  }
}

/** What a signal has ended, or a terminal that is gone, did not end by itself, however well it went until then. */
const untilInterrupted = (action: (signal: AbortSignal) => Promise<ExitCode>): Promise<ExitCode> =>
  interruptible(async (signal) => {
    const code = await action(signal)
    return signal.aborted && code === EXIT.ok ? EXIT.interrupted : code
  })

async function connect({ endpoint, key, name }: ConsoleOptions, io: Io): Promise<Result<Client, Diagnostic>> {
  const found = findKey(key, io.env)
  if (!found.ok) return err(found.error)
  const { readClientKey } = await import('#console-sockets/key-files.js')
  const read = readClientKey(found.value)
  if (!read.ok) return read
  const { connectConsole } = await import('#console-sockets/console-client.js')
  return connectConsole({
    key: read.value,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(name === undefined ? {} : { name }),
  })
}

const ask = (text: string): Promise<Reply> => interruptible((signal) => question(text, { signal }))
