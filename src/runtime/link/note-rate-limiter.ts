import type { LinkNote } from '#learning/episode.js'

const WINDOW_MS = 10_000
/** notes passed on one by one per window; further ones are only counted */
const BURST = 10

/** Lets the first notes of a window through and counts the rest: a flapping link must not flood a log. */
export class NoteRateLimiter {
  readonly #emit: (note: LinkNote) => void
  #windowStart = -Infinity
  #reported = 0
  #suppressed = 0

  constructor(emit: (note: LinkNote) => void) {
    this.#emit = emit
  }

  /** Always passes on what ends a session, because it happens once. */
  add(note: LinkNote): void {
    this.poll(note.t)
    if (note.level === 'error') return this.#emit(note)
    if (this.#reported >= BURST) this.#suppressed++
    else {
      this.#reported++
      this.#emit(note)
    }
  }

  poll(now: number): void {
    if (now - this.#windowStart >= WINDOW_MS) this.flush(now)
  }

  /** Reports what was held back, and starts a new window. */
  flush(now: number): void {
    const suppressed = this.#suppressed
    this.#windowStart = now
    this.#reported = 0
    this.#suppressed = 0
    if (suppressed > 0)
      this.#emit({ t: now, level: 'warn', text: `and ${suppressed} more of these within 10 s` })
  }
}
