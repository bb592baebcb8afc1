/** So much at once, so much a second for long. */
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

  /** @returns whether there was one to take */
  take(now: number): boolean {
    if (!this.has(now)) return false
    this.#left -= 1
    return true
  }

  /** @returns whether there is one */
  has(now: number): boolean {
    this.#left = Math.min(this.#most, this.#left + Math.max(0, now - this.#at) * this.#perMs)
    this.#at = now
    return this.#left >= 1
  }

  /** Takes what something has cost, known only when it is done: more than there is, if need be. */
  spend(cost: number): void {
    this.#left -= cost
  }
}
