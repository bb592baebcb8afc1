/** Counts the visits of nodes that a matching takes, up to a bound: no document may hold up who looks at it. */
export class Visits {
  readonly #most: number
  #made = 0

  constructor(most: number) {
    this.#most = most
  }

  /** so far, for tests */
  get made(): number {
    return this.#made
  }

  /** Counts them. @returns whether the bound is kept */
  allow(count = 1): boolean {
    this.#made += count
    return this.#made <= this.#most
  }
}
