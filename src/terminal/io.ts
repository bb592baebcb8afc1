import { EXIT } from '#app/command-line/exit-code.js'
import type { Output } from '#app/view.js'

/** The streams and the environment of a command; in tests, strings. */
export interface Io {
  /** results */
  readonly out: Output
  /** diagnostics and progress */
  readonly err: Output
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The streams and the environment of this process. */
export const processIo = (): Io => ({ out: process.stdout, err: process.stderr, env: process.env })

/** Ends the process when the reader closes the pipe (`| head`), as on Ctrl-C: that is not an error. */
export function endWithTheReader(): void {
  let gone = false
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    // another error than this is told, and stops the command: src/app/command-line/lost-output.ts
    if (cause.code !== 'EPIPE' || gone) return
    gone = true
    if (process.listenerCount('SIGINT') === 0) process.exit(EXIT.ok)
    process.emit('SIGINT')
  })
}
