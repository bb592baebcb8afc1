import { closeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { DISK_ADVICE } from '#adapters/files/unwritable.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'

const lost = new AbortController()

/**
 * Aborted when standard output can no longer be written (a full or failing disk). A reader that closes the pipe early
 * (graft … | head) has not lost anything: work goes on without output, and commands that only print end with it
 * (`endWithTheReader`).
 */
export const lostOutput: AbortSignal = lost.signal

let watched = false

/**
 * Without a listener an error of these streams ends the process wherever it is, in the middle of an episode. The first
 * error of standard output is told and asks what runs to stop, as Ctrl-C does; nobody could be told of one of standard
 * error, and nothing depends on it.
 */
export function watchOutputs(): void {
  if (watched) return
  watched = true
  const terminals = [0, 1, 2].filter((fd) => isatty(fd))
  process.once('exit', () => leaveLostTerminals(terminals))
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE' || lost.signal.aborted) return
    // nobody sees what is printed, and nobody misses it
    if (terminals.includes(1) && !isatty(1)) return lost.abort(TERMINAL_GONE)
    process.stderr.write(`${formatDiagnostic(unwritable(cause))}\n`)
    lost.abort()
  })
}

/**
 * As it exits, Node.js sets its terminals back as they were, and aborts with a native stack where one of them is gone.
 * What is closed is left alone.
 */
function leaveLostTerminals(terminals: readonly number[]): void {
  for (const fd of terminals)
    if (!isatty(fd))
      try {
        closeSync(fd)
      } catch {
        // somebody has closed it already
      }
}

/**
 * Waits until a write of a moment ago has failed, if it does: streams report it later.
 * @returns what has become of the output
 */
export async function outputNow(): Promise<'there' | 'lost' | 'closed'> {
  await new Promise((resolve) => setImmediate(resolve))
  if (!lost.signal.aborted) return 'there'
  return lost.signal.reason === TERMINAL_GONE ? 'closed' : 'lost'
}

const TERMINAL_GONE = 'its terminal was closed'

const unwritable = ({ code = '', message }: NodeJS.ErrnoException): Diagnostic => ({
  code: 'output.lost',
  severity: 'error',
  message: 'standard output cannot be written: what is still to be printed is lost, and the command ends',
  expected: 'a file, pipe or terminal that takes what is printed',
  got: message,
  hint: code === 'EIO' ? ELSEWHERE : [DISK_ADVICE.get(code) ?? [], ELSEWHERE].flat().join(', or '),
})

/** EIO is also what a terminal says that is gone */
const ELSEWHERE = 'send the output elsewhere'
