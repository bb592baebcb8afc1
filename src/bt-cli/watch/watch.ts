import { on } from 'node:events'
import { EXIT, type ExitCode, interruptible } from '#app/command-line/exit-code.js'
import { watch } from '../live/watch.js'
import type { Io } from '#terminal/io.js'

/** `graft bt watch`: shows a tree of another process until `q` or Ctrl-C. */
export async function btWatch(address: string, json: boolean, { out, err, env }: Io): Promise<ExitCode> {
  const { stdin } = process
  const keyboard = !json && out.isTTY === true && stdin.isTTY
  const done = new AbortController()
  if (keyboard) {
    // the first answer may take seconds
    err.write(`watching ${address} (q quits)\n`)
    stdin.setRawMode(true)
  }
  try {
    const keys = keyboard ? { keys: keysOf(stdin, done.signal) } : {}
    await interruptible((signal) => watch({ address, json, out, env, signal, ...keys }))
  } finally {
    done.abort()
    if (keyboard) {
      stdin.setRawMode(false)
      stdin.pause()
    }
  }
  return EXIT.ok
}

/** Key presses from 'data' events: iterating over the stream itself would keep the process alive. */
async function* keysOf(stdin: NodeJS.ReadStream, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const [key] of on(stdin, 'data', { signal }) as AsyncIterable<[Buffer]>) yield key
}
