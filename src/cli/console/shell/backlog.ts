import type { Output } from '#app/view.js'

/**
 * Bounds what a script can pile up: lines that wait for their turn, and output that nobody reads. Reading goes on for
 * longer than either needs, since a STOP is found only by reading.
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
    if (this.#waiting >= MOST_LINES) this.#pause()
  }

  /** A line is done with, and has said what it had to say. */
  async done(): Promise<void> {
    this.#waiting--
    const full = this.#outputs.filter(({ writableLength = 0 }) => writableLength > MOST_BYTES)
    if (full.length > 0) {
      this.#pause()
      await Promise.all(full.map(taken))
    }
    if (this.#isPaused && this.#waiting < MOST_LINES / 2) {
      this.#isPaused = false
      this.#read(true)
    }
  }

  #pause(): void {
    this.#isPaused = true
    this.#read(false)
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

const MOST_LINES = 10_000
const MOST_BYTES = 4 * 1024 * 1024
