/** What a log line is about, for telling repetitions apart. */
export interface Line {
  readonly level: string
  readonly source: string
  readonly text: string
}

export interface Folded<L extends Line> {
  readonly line: L
  /** how often it was said and not written */
  readonly times: number
}

interface Entry<L> {
  line: L
  since: number
  said: number
}

/** written in a minute, before the rest is only counted */
const WRITTEN = 3
const WINDOW_MS = 60_000
/** different lines that are watched; when more come, the oldest is let go */
const WATCHED = 256

/**
 * Lines that repeat themselves are written three times a minute and then counted, so that a log can be read
 * and kept.
 */
export class Fold<L extends Line> {
  readonly #entries = new Map<string, Entry<L>>()

  /**
   * @param now monotonic milliseconds
   * @returns whether to write it, and what has been counted of lines whose minute is over
   */
  say(line: L, now: number): { readonly write: boolean; readonly folded: readonly Folded<L>[] } {
    const folded = [...this.over(now)]
    const key = `${line.level}\0${line.source}\0${line.text}`
    const entry = this.#entries.get(key)
    if (entry !== undefined) {
      entry.said++
      entry.line = line
      return { write: entry.said <= WRITTEN, folded }
    }
    if (this.#entries.size >= WATCHED) folded.push(...this.#drop([...this.#entries.keys()].slice(0, 1)))
    this.#entries.set(key, { line, since: now, said: 1 })
    return { write: true, folded }
  }

  /**
   * What has been counted of lines whose minute is over; they begin anew. Asked often, it costs a look at
   * the oldest.
   */
  over(now: number): readonly Folded<L>[] {
    const done: string[] = []
    // in the order in which they began
    for (const [key, { since }] of this.#entries) {
      if (now - since < WINDOW_MS) break
      done.push(key)
    }
    return this.#drop(done)
  }

  /** Everything that has been counted so far. */
  all(): readonly Folded<L>[] {
    return this.#drop([...this.#entries.keys()])
  }

  #drop(keys: readonly string[]): readonly Folded<L>[] {
    return keys.flatMap((key) => {
      const entry = this.#entries.get(key)
      this.#entries.delete(key)
      if (entry === undefined || entry.said <= WRITTEN) return []
      return [{ line: entry.line, times: entry.said - WRITTEN }]
    })
  }
}
