import type { Output } from '../../terminal/view.js'

/** What a command writes to and asks about its surroundings; in tests, strings. */
export interface Io {
  /** results */
  readonly out: Output
  /** everything about them */
  readonly err: Output
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The terminal, or the pipe, that graft was started with. */
export function processIo(): Io {
  // whoever reads the pipe may go away early (`| head`): that is no error
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE') process.exit(0)
    throw cause
  })
  return { out: process.stdout, err: process.stderr, env: process.env }
}
