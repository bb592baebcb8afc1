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
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE' || lost.signal.aborted) return
    process.stderr.write(`${formatDiagnostic(unwritable(cause))}\n`)
    lost.abort()
  })
}

/** Waits until a write of a moment ago has failed, if it does: streams report it later. @returns is the output lost? */
export async function hasLostOutput(): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve))
  return lost.signal.aborted
}

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
