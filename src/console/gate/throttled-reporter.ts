/**
 * Counts what clients do wrong and reports it as an occasional line: whoever can write log lines at will can push
 * every other line out of what is kept.
 */
export class ThrottledReporter {
  readonly #report: (count: number, last: string) => void
  #count = 0
  #last = ''
  #reportedAt = -Infinity

  constructor(report: (count: number, last: string) => void) {
    this.#report = report
  }

  count(what: string): void {
    this.#count += 1
    this.#last = what
  }

  /**
   * Reports the first at once, the others together once a minute.
   * @param now monotonic milliseconds
   */
  sweep(now: number): void {
    if (this.#count === 0 || now - this.#reportedAt < PERIOD_MS) return
    this.#report(this.#count, this.#last)
    this.#count = 0
    this.#reportedAt = now
  }
}

const PERIOD_MS = 60_000
