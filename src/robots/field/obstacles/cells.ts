/** A plane in square cells, each with something in it: what is near to a point without a look at everything. */
export class Cells<T> {
  readonly #size: number
  readonly #cells = new Map<number, T>()

  /** @param size of a cell's side, metres */
  constructor(size: number) {
    this.#size = size
  }

  get(x: number, y: number): T | undefined {
    return this.#cells.get(keyOf(this.#indexOf(x), this.#indexOf(y)))
  }

  set(x: number, y: number, value: T): void {
    this.#cells.set(keyOf(this.#indexOf(x), this.#indexOf(y)), value)
  }

  /** What is in the cell of a point and in the eight around it. */
  around(x: number, y: number): T[] {
    const [column, row] = [this.#indexOf(x), this.#indexOf(y)]
    const found: T[] = []
    // by what is added: a number that is too large to be counted up would never end
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++) {
        const value = this.#cells.get(keyOf(column + i, row + j))
        if (value !== undefined) found.push(value)
      }
    return found
  }

  /** Forgets what does not pass. */
  keep(passes: (value: T) => boolean): void {
    for (const [key, value] of this.#cells) if (!passes(value)) this.#cells.delete(key)
  }

  #indexOf(metres: number): number {
    return Math.floor(metres / this.#size)
  }
}

/** Small whole numbers, so that the map is a fast one; the plane repeats itself after 4096 cells. */
const keyOf = (column: number, row: number): number => ((column & 4095) << 12) | (row & 4095)
