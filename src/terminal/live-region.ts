import { cut } from './fit.js'
import { onOtherOutput, unguarded, withColours } from '#app/command-line/terminal-guard.js'
import type { Output } from '#app/view.js'

const HIDE_CURSOR = '\u001B[?25l'
const SHOW_CURSOR = '\u001B[?25h'
const CLEAR_BELOW = '\u001B[J'

/**
 * Lines at the bottom of a terminal that are redrawn, while finished lines scroll away above them. No line of the
 * region is wider than the terminal, or the cursor would not find its way back up. What others print there takes its
 * place, and it is drawn anew below.
 */
export class LiveRegion {
  readonly #out: Output
  readonly #unhear: () => void
  #height = 0

  constructor(out: Output) {
    this.#out = unguarded(out)
    this.#unhear = onOtherOutput(() => this.clear())
  }

  /** Leaves the terminal to others. */
  close(): void {
    this.clear()
    this.#unhear()
  }

  draw(lines: readonly string[]): void {
    const width = (this.#out.columns || 80) - 1
    const body = lines.map((line) => `${cut(withColours(line), width)}\n`).join('')
    this.#out.write(`${this.#home()}${this.#height === 0 ? HIDE_CURSOR : ''}${body}`)
    this.#height = lines.length
  }

  /** Prints permanent lines above the region; call `draw` afterwards. */
  print(lines: readonly string[]): void {
    this.clear()
    this.#out.write(lines.map((line) => `${withColours(line)}\n`).join(''))
  }

  clear(): void {
    if (this.#height === 0) return
    this.#out.write(`${this.#home()}${SHOW_CURSOR}`)
    this.#height = 0
  }

  #home(): string {
    return this.#height === 0 ? '' : `\u001B[${this.#height}A\r${CLEAR_BELOW}`
  }
}
