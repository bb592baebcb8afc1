import type { Io } from '#terminal/io.js'
import type { Screen } from './screen.js'

/**
 * On a terminal, lets keys scroll the tree, and `q` and Ctrl-C end the run.
 * @returns restores the keyboard
 */
export function listenToKeys(io: Io, screen: Pick<Screen, 'key'>, quit: () => void): () => void {
  const { stdin } = process
  if (io.out !== process.stdout || io.out.isTTY !== true || !stdin.isTTY) return () => undefined
  const onKey = (data: Buffer): void => {
    const key = data.toString()
    if (QUIT.has(key)) quit()
    else screen.key(key)
  }
  stdin.setRawMode(true)
  stdin.on('data', onKey)
  return () => {
    stdin.off('data', onKey)
    stdin.setRawMode(false)
    stdin.pause()
  }
}

const QUIT: ReadonlySet<string> = new Set(['q', '\u0003'])
