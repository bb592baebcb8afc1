import { EXIT } from '#app/command-line/exit-code.js'
import type { Output } from '#app/view.js'

/** What a command writes to and asks about its surroundings; in tests, strings. */
export interface Io {
  /** results */
  readonly out: Output
  /** everything about them */
  readonly err: Output
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The terminal, or the pipe, that graft was started with. */
export const processIo = (): Io => ({ out: process.stdout, err: process.stderr, env: process.env })

/** Whoever reads the pipe may go away early (`| head`): that ends the work, as Ctrl-C does, and is no error. */
export function endWithTheReader(): void {
  let gone = false
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') throw cause
    if (gone) return
    gone = true
    if (process.listenerCount('SIGINT') === 0) process.exit(EXIT.ok)
    process.emit('SIGINT')
  })
}
