import type { Rng } from '#base/random.js'

/** Waits between one start and the next: quick at first, slower the longer it does not help. */
export class BackOff {
  readonly #rng: Rng
  #failures = 0

  constructor(rng: Rng) {
    this.#rng = rng
  }

  /** milliseconds to wait now, half of it by chance, so that two that fail together do not try together */
  next(): number {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, 16)
    return (longest / 2) * (1 + this.#rng.next())
  }

  reset(): void {
    this.#failures = 0
  }
}

const FIRST_MS = 250
export const LONGEST_MS = 5000
