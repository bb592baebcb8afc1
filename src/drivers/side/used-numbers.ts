const MAX_REMEMBERED = 65_536

/**
 * Numbers that may be used once. Bounded: when the oldest is forgotten, all up to it count as used, so forgetting
 * refuses too much and never too little.
 */
export class UsedNumbers {
  readonly #used = new Set<number>()
  #floor = 0

  /** @returns false if it was used before, or is no whole number above 0 */
  use(n: number): boolean {
    if (!Number.isSafeInteger(n) || n <= this.#floor || this.#used.has(n)) return false
    this.#used.add(n)
    if (this.#used.size <= MAX_REMEMBERED) return true
    for (const oldest of this.#used) {
      this.#used.delete(oldest)
      this.#floor = Math.max(this.#floor, oldest)
      break
    }
    return true
  }

  clear(): void {
    this.#used.clear()
    this.#floor = 0
  }
}
