/**
 * How much of the event loop readers may have: so many milliseconds a second, and a store of them for the
 * page that opens and asks for everything at once. What one answer takes is known when it is given, so the
 * store may fall below nothing.
 */
export class Budget {
  readonly #perSecond: number
  readonly #most: number
  #left: number
  #at: number

  /** @param perSecond ms of the loop a second @param most ms that can be saved up @param now monotonic milliseconds */
  constructor(perSecond: number, most: number, now: number) {
    this.#perSecond = perSecond
    this.#most = most
    this.#left = most
    this.#at = now
  }

  /** Is there something left? */
  has(now: number): boolean {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) * this.#perSecond) / 1000)
    this.#at = now
    return this.#left > 0
  }

  spend(ms: number): void {
    this.#left -= ms
  }
}
