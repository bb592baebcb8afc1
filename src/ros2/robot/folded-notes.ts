import type { Clock } from '#base/clock.js'

/** what comes again and again is counted, and the count told this often at most, ms */
const EVERY_MS = 10_000
/** texts that are remembered: a bridge could bring about a new one with every frame */
const MAX_TEXTS = 50

/** Notes on what comes with every frame, such as a topic with NaN in it: the same text is told once, then counted. */
export class FoldedNotes {
  readonly #clock: Clock
  readonly #tell: (text: string) => void
  readonly #told = new Map<string, { at: number; again: number }>()

  constructor(clock: Clock, tell: (text: string) => void) {
    this.#clock = clock
    this.#tell = tell
  }

  say(text: string): void {
    const before = this.#told.get(text)
    if (before !== undefined) {
      before.again++
      return
    }
    if (this.#told.size >= MAX_TEXTS) this.advance(0)
    this.#told.set(text, { at: this.#clock.now(), again: 0 })
    this.#tell(text)
  }

  /** Tells the counts that are due. Call it often. @param everyMs 0: all of them, and the next text is told as new */
  advance(everyMs = EVERY_MS): void {
    const now = this.#clock.now()
    for (const [text, told] of this.#told) {
      if (now - told.at < everyMs) continue
      if (told.again > 0) this.#tell(`${text} (${told.again} more times)`)
      if (told.again === 0 || everyMs === 0) this.#told.delete(text)
      else this.#told.set(text, { at: now, again: 0 })
    }
  }
}
