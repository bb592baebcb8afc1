/**
 * A token bucket of event-loop time for HTTP readers: a rate in milliseconds per second, with a reserve for a page that
 * loads everything at once. The cost of an answer is known only afterwards, so the balance may go negative.
 */
export class Budget {
  readonly #perSecond: number
  readonly #max: number
  #left: number
  #at: number

  /**
   * @param perSecond ms of loop time per second @param max ms that can accumulate @param now monotonic milliseconds
   */
  constructor(perSecond: number, max: number, now: number) {
    this.#perSecond = perSecond
    this.#max = max
    this.#left = max
    this.#at = now
  }

  /** Is any time left? */
  has(now: number): boolean {
    this.#left = Math.min(this.#max, this.#left + ((now - this.#at) * this.#perSecond) / 1000)
    this.#at = now
    return this.#left > 0
  }

  spend(ms: number): void {
    this.#left -= ms
  }
}
