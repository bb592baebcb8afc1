import { createInterface, type Interface, type ReadLineOptions } from 'node:readline'

/**
 * Lines typed at a terminal. They go on after Ctrl-Z and `fg`, where those of Node.js alone stay deaf: its input is
 * paused then until somebody resumes it, and a robot that moves meanwhile could not be stopped.
 */
export function terminalLines(
  options: Omit<ReadLineOptions, 'input'> & { readonly input: NodeJS.ReadStream },
): Interface {
  const { input, output } = options
  const lines = createInterface(options)
  // a terminal that was closed can no longer be set back: its end is heard as that of the input
  lines.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EIO') throw cause
  })
  if (!lines.terminal || !input.isTTY) return lines
  lines.on('SIGTSTP', () => {
    input.setRawMode(false)
    process.kill(process.pid, 'SIGTSTP')
  })
  const goOn = (): void => {
    rawAgain(input)
    // a prompt of several rows is drawn from its first: rows of whoever had the terminal meanwhile are not ours
    output?.write('\n'.repeat(lines.getCursorPos().rows))
    lines.prompt(true)
  }
  process.on('SIGCONT', goOn)
  lines.once('close', () => process.off('SIGCONT', goOn))
  return lines
}

/** Raw mode, as it was before a stop: the shell has set the terminal otherwise, and Node.js does not know of that. */
export function rawAgain(input: NodeJS.ReadStream): void {
  input.setRawMode(false)
  input.setRawMode(true)
}
