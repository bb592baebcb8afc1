import { Console } from 'node:console'
import { inspect } from 'node:util'
import { ServedHost, type ServedSide } from './served-host.js'

/** how long the last answers may take to leave, ms */
const LAST_WORDS_MS = 500

/**
 * Serves the host that has started this process, on standard input and output, until that input ends. What this
 * process prints goes to standard error from now on: it must not get between the messages. It ends once the robot
 * stands, also on SIGTERM, SIGINT, SIGHUP and an error that nobody catches.
 */
export function serveStdio(side: ServedSide, stopMs: number): ServedHost {
  const { stdin: input, stdout: output, stderr } = process
  // nobody could be told that it cannot be written, and the robot does not depend on it
  stderr.on('error', () => undefined)
  globalThis.console = new Console({ stdout: stderr, stderr })
  const host = new ServedHost({ input, output }, side, stopMs)
  let code = 0
  // once: whoever insists ends it at once, and what stops the motors then is their controller's business
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => host.end(signal))
  // a terminal that closes says so more than once
  process.on('SIGHUP', () => host.end('SIGHUP'))
  process.once('uncaughtException', (cause) => {
    code = 1
    stderr.write(`${inspect(cause)}\n`)
    host.end('an error of its own')
  })
  // what it has opened, such as a serial port, must not keep it alive, nor a host that does not read its last words
  void host.ended.then(() => {
    output.write('', () => process.exit(code))
    setTimeout(() => process.exit(code), LAST_WORDS_MS)
  })
  return host
}
