import type { Output } from '#app/view.js'

/**
 * Bounds what a script can pile up. Where nobody reads the output, nothing more is carried out but a STOP, which is
 * found only by reading: so reading ends far later, when more lines wait than any script has.
 */
export class Backlog {
  readonly #outputs: readonly Pending[]
  readonly #read: (goesOn: boolean) => void
  #waiting = 0
  #isPaused = false

  constructor(outputs: readonly Output[], read: (goesOn: boolean) => void) {
    this.#outputs = outputs
    this.#read = read
  }

  /** A line is to be carried out. */
  add(): void {
    this.#waiting++
    if (this.#waiting < MOST_LINES) return
    this.#isPaused = true
    this.#read(false)
  }

  /** A line is done with, and has said what it had to say. */
  async done(): Promise<void> {
    this.#waiting--
    await Promise.all(this.#outputs.filter(isFull).map(taken))
    if (this.#isPaused && this.#waiting < MOST_LINES / 2) {
      this.#isPaused = false
      this.#read(true)
    }
  }
}

/** A stream of this process; in a test, a string. */
interface Pending extends Output {
  readonly writableLength?: number
  once?(event: 'drain' | 'close', then: () => void): unknown
}

const taken = (stream: Pending): Promise<void> =>
  new Promise((resolve) => {
    stream.once?.('drain', resolve)
    stream.once?.('close', resolve)
    if (stream.once === undefined) resolve()
  })

const isFull = ({ writableLength = 0 }: Pending): boolean => writableLength > MOST_BYTES

const MOST_LINES = 100_000
const MOST_BYTES = 4 * 1024 * 1024
