import type { LinkNote } from '#learning/episode.js'

const WINDOW_MS = 10_000
/** notes passed on one by one per window; further ones are only counted */
const BURST = 10

/** Lets the first notes of a window through and counts the rest: a flapping link must not flood a log. */
export class Limit {
  readonly #tell: (note: LinkNote) => void
  #since = -Infinity
  #reported = 0
  #held = 0

  constructor(tell: (note: LinkNote) => void) {
    this.#tell = tell
  }

  /** Always passes on what ends a session, because it happens once. */
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

  /** Reports what was held back, and starts a new window. */
  flush(now: number): void {
    const held = this.#held
    this.#since = now
    this.#reported = 0
    this.#held = 0
    if (held > 0) this.#tell({ t: now, level: 'warn', text: `and ${held} more of these within 10 s` })
  }
}
