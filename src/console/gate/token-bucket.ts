/** Token bucket: a burst size and a sustained rate per second. */
export class TokenBucket {
  readonly #perMs: number
  readonly #capacity: number
  #tokens: number
  #refilledAt: number

  /** @param now monotonic milliseconds */
  constructor(perSecond: number, capacity: number, now: number) {
    this.#perMs = perSecond / 1000
    this.#capacity = capacity
    this.#tokens = capacity
    this.#refilledAt = now
  }

  /**
   * Takes one token.
   * @returns whether one was available
   */
  take(now: number): boolean {
    if (!this.has(now)) return false
    this.#tokens -= 1
    return true
  }

  /** @returns whether a token is available */
  has(now: number): boolean {
    this.#tokens = Math.min(this.#capacity, this.#tokens + Math.max(0, now - this.#refilledAt) * this.#perMs)
    this.#refilledAt = now
    return this.#tokens >= 1
  }

  /** Charges a cost that is known only afterwards; the balance may become negative. */
  spend(cost: number): void {
    this.#tokens -= cost
  }
}
