import { unguarded } from '#app/command-line/terminal-guard.js'
import { rawAgain } from '#app/command-line/terminal-lines.js'
import type { Output } from '#app/view.js'

/**
 * Takes over the whole terminal for a while: only changed lines are written, so that nothing flickers and a slow
 * connection carries little. Afterwards the terminal is as it was found, even if the process is told to end.
 */
export class Screen {
  readonly #out: Output
  readonly #restore = (): void => this.close()
  readonly #goOn = (): void => this.#takeAgain()
  #drawn: readonly string[] = []
  #open = false

  constructor(out: Output) {
    // the console has already escaped control characters in answers
    this.#out = unguarded(out)
  }

  draw(lines: readonly string[]): void {
    if (!this.#open) this.#begin()
    const changed = lines.flatMap((line, i) => (line === this.#drawn[i] ? [] : [at(i) + line + CLEAR_LINE]))
    const fewer = lines.length < this.#drawn.length ? at(lines.length) + CLEAR_BELOW : ''
    this.#drawn = lines
    const text = changed.join('') + fewer
    if (text !== '') this.#out.write(text)
  }

  /** The terminal has been resized: redraw everything. */
  forget(): void {
    this.#drawn = []
    if (this.#open) this.#out.write(HOME_CLEAR)
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#drawn = []
    process.off('exit', this.#restore)
    process.off('SIGCONT', this.#goOn)
    this.#out.write(`${SHOW_CURSOR}${MAIN_SCREEN}`)
  }

  #begin(): void {
    this.#open = true
    process.on('exit', this.#restore)
    process.on('SIGCONT', this.#goOn)
    this.#take()
  }

  /** Whoever had the terminal while this process was stopped has written on it. */
  #takeAgain(): void {
    this.#drawn = []
    this.#take()
  }

  #take(): void {
    this.#out.write(`${OTHER_SCREEN}${HIDE_CURSOR}${HOME_CLEAR}`)
  }
}

const at = (row: number): string => `\u001B[${row + 1};1H`
const CLEAR_LINE = '\u001B[K'
const CLEAR_BELOW = '\u001B[J'
const HOME_CLEAR = '\u001B[H\u001B[J'
const HIDE_CURSOR = '\u001B[?25l'
const SHOW_CURSOR = '\u001B[?25h'
const OTHER_SCREEN = '\u001B[?1049h'
const MAIN_SCREEN = '\u001B[?1049l'

/**
 * Passes every key to `onKey` as it is pressed while `action` runs in raw mode; restores the terminal when it ends,
 * however it ends.
 */
export async function withRawKeys(
  input: NodeJS.ReadStream,
  onKey: (key: string) => void,
  action: () => Promise<void>,
): Promise<void> {
  const onData = (data: Buffer): void => onKey(data.toString())
  const goOn = (): void => rawAgain(input)
  input.setRawMode(true)
  input.resume()
  input.on('data', onData)
  process.on('SIGCONT', goOn)
  try {
    await action()
  } finally {
    process.off('SIGCONT', goOn)
    input.off('data', onData)
    input.setRawMode(false)
    input.pause()
  }
}
