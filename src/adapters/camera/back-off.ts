import type { Rng } from '#base/random.js'

/** Exponential back-off between restarts: short at first, doubling with every failure up to a limit. */
export class BackOff {
  readonly #rng: Rng
  #failures = 0

  constructor(rng: Rng) {
    this.#rng = rng
  }

  /**
   * The next delay in milliseconds. Up to half of it is random jitter, so that two cameras that fail together do not
   * retry in step.
   */
  next(): number {
    const longest = Math.min(MAX_MS, FIRST_MS * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, 16)
    return (longest / 2) * (1 + this.#rng.next())
  }

  reset(): void {
    this.#failures = 0
  }
}

const FIRST_MS = 250
export const MAX_MS = 5000
