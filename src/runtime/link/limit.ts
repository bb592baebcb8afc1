import type { LinkNote } from '#learning/episode.js'

const WINDOW_MS = 10_000
/** notes told one by one in a window; what comes beyond them is counted */
const BURST = 10

/** Lets the first notes of a window through and counts the rest: a line that flaps must not flood a log. */
export class Limit {
  readonly #tell: (note: LinkNote) => void
  #since = -Infinity
  #reported = 0
  #held = 0

  constructor(tell: (note: LinkNote) => void) {
    this.#tell = tell
  }

  /** What ends a session is told in any case: it comes once. */
  add(note: LinkNote): void {
    this.look(note.t)
    if (note.level === 'error') return this.#tell(note)
    if (this.#reported >= BURST) this.#held++
    else {
      this.#reported++
      this.#tell(note)
    }
  }

  look(now: number): void {
    if (now - this.#since >= WINDOW_MS) this.flush(now)
  }

  /** Tells what was held back, and begins a new window. */
  flush(now: number): void {
    const held = this.#held
    this.#since = now
    this.#reported = 0
    this.#held = 0
    if (held > 0) this.#tell({ t: now, level: 'warn', text: `and ${held} more of these within 10 s` })
  }
}
