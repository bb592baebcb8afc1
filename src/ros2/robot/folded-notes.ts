import type { Clock } from '#base/clock.js'

/** what comes again and again is counted, and the count told this often at most, ms */
const EVERY_MS = 10_000
/** texts that are remembered: a bridge could bring about a new one with every frame */
const MAX_TEXTS = 50

/** Notes on what comes with every frame, such as a topic with NaN in it: the same text is told once, then counted. */
export class FoldedNotes {
  readonly #clock: Clock
  readonly #tell: (text: string) => void
  readonly #notes = new Map<string, { at: number; again: number }>()

  constructor(clock: Clock, tell: (text: string) => void) {
    this.#clock = clock
    this.#tell = tell
  }

  say(text: string): void {
    const before = this.#notes.get(text)
    if (before !== undefined) {
      before.again++
      return
    }
    if (this.#notes.size >= MAX_TEXTS) this.advance(0)
    this.#notes.set(text, { at: this.#clock.now(), again: 0 })
    this.#tell(text)
  }

  /** Tells the counts that are due. Call it often. @param everyMs 0: all of them, and the next text is told as new */
  advance(everyMs = EVERY_MS): void {
    const now = this.#clock.now()
    for (const [text, note] of this.#notes) {
      if (now - note.at < everyMs) continue
      if (note.again > 0) this.#tell(`${text} (${note.again} more times)`)
      if (note.again === 0 || everyMs === 0) this.#notes.delete(text)
      else this.#notes.set(text, { at: now, again: 0 })
    }
  }
}
