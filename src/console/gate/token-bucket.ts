/** Token bucket: a burst size and a sustained rate per second. */
export class TokenBucket {
  readonly #perMs: number
  readonly #most: number
  #left: number
  #at: number

  /** @param now monotonic milliseconds */
  constructor(perSecond: number, most: number, now: number) {
    this.#perMs = perSecond / 1000
    this.#most = most
    this.#left = most
    this.#at = now
  }

  /**
   * Takes one token.
   * @returns whether one was available
   */
  take(now: number): boolean {
    if (!this.has(now)) return false
    this.#left -= 1
    return true
  }

  /** @returns whether a token is available */
  has(now: number): boolean {
    this.#left = Math.min(this.#most, this.#left + Math.max(0, now - this.#at) * this.#perMs)
    this.#at = now
    return this.#left >= 1
  }

  /** Charges a cost that is known only afterwards; the balance may become negative. */
  spend(cost: number): void {
    this.#left -= cost
  }
}
