/** The parts of a log line that identify a repetition. */
export interface Line {
  readonly level: string
  readonly source: string
  readonly text: string
}

export interface Repeated<L extends Line> {
  readonly line: L
  /** number of repetitions that were not written */
  readonly times: number
}

interface Entry<L> {
  line: L
  since: number
  count: number
}

/** lines written per window; further ones are only counted */
const WRITTEN = 3
const WINDOW_MS = 60_000
/** distinct lines tracked; beyond that, the oldest is dropped */
const WATCHED = 256

/**
 * Deduplicates repeated log lines: each is written at most three times a minute and then only counted, so that the log
 * stays readable and small.
 */
export class LogDeduplicator<L extends Line> {
  readonly #entries = new Map<string, Entry<L>>()

  /**
   * @param now monotonic milliseconds
   * @returns whether to write the line, and the counts of lines whose minute has ended
   */
  add(line: L, now: number): { readonly write: boolean; readonly repeated: readonly Repeated<L>[] } {
    const repeated = [...this.expired(now)]
    const key = `${line.level}\0${line.source}\0${line.text}`
    const entry = this.#entries.get(key)
    if (entry !== undefined) {
      entry.count++
      entry.line = line
      return { write: entry.count <= WRITTEN, repeated }
    }
    if (this.#entries.size >= WATCHED) repeated.push(...this.#drop([...this.#entries.keys()].slice(0, 1)))
    this.#entries.set(key, { line, since: now, count: 1 })
    return { write: true, repeated }
  }

  /**
   * Returns and resets the counts of lines whose minute has ended. Cheap to call often: usually checks only the oldest
   * entry.
   */
  expired(now: number): readonly Repeated<L>[] {
    const done: string[] = []
    // in order of their first occurrence
    for (const [key, { since }] of this.#entries) {
      if (now - since < WINDOW_MS) break
      done.push(key)
    }
    return this.#drop(done)
  }

  /** Returns and resets all counts. */
  all(): readonly Repeated<L>[] {
    return this.#drop([...this.#entries.keys()])
  }

  #drop(keys: readonly string[]): readonly Repeated<L>[] {
    return keys.flatMap((key) => {
      const entry = this.#entries.get(key)
      this.#entries.delete(key)
      if (entry === undefined || entry.count <= WRITTEN) return []
      return [{ line: entry.line, times: entry.count - WRITTEN }]
    })
  }
}
