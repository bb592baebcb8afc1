/**
 * A share that falls at once, and rises only as far as it has been for 0.3 s: what comes and goes at the edge of what
 * is seen would make the robot jerk, and a gap between two legs is no way.
 */
export class HeldShare {
  #past: readonly Allowed[] = []

  /**
   * @param tUs a time that is no number is left out
   * @param share what would be allowed then
   * @returns the least of the last 0.3 s
   */
  at(tUs: number, share: number): number {
    if (!Number.isFinite(tUs)) return 0
    // what is not less than what came after it can never be the least again
    const past = this.#past.filter((before) => tUs - before.tUs < HELD_US && before.share < share)
    this.#past = [...past, { tUs, share }]
    return Math.min(...this.#past.map((each) => each.share))
  }
}

interface Allowed {
  readonly tUs: number
  readonly share: number
}

const HELD_US = 300_000
