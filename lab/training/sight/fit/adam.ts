/** Parameters as rows of numbers, or how fast a loss rises with each. */
export type Rows = readonly Float64Array[]

/** Gradient descent with steps scaled by how large each parameter's slope has been (Kingma and Ba, 2015). */
export class Adam {
  readonly #parameters: Rows
  readonly #mean: Rows
  readonly #square: Rows
  #steps = 0

  /** @param parameters are changed in place */
  constructor(parameters: Rows) {
    this.#parameters = parameters
    this.#mean = zeros(parameters)
    this.#square = zeros(parameters)
  }

  /** @param slope of the loss at them @param rate how far a step goes */
  step(slope: Rows, rate: number): void {
    this.#steps++
    const [forMean, forSquare] = [1 - MEAN ** this.#steps, 1 - SQUARE ** this.#steps]
    this.#parameters.forEach((row, at) => {
      const [mean, square, own] = [this.#mean[at] ?? row, this.#square[at] ?? row, slope[at] ?? row]
      row.forEach((value, i) => {
        const by = own[i] ?? 0
        mean[i] = MEAN * (mean[i] ?? 0) + (1 - MEAN) * by
        square[i] = SQUARE * (square[i] ?? 0) + (1 - SQUARE) * by * by
        row[i] =
          value - (rate * ((mean[i] ?? 0) / forMean)) / (Math.sqrt((square[i] ?? 0) / forSquare) + 1e-8)
      })
    })
  }
}

export const zeros = (rows: Rows): Float64Array[] => rows.map(({ length }) => new Float64Array(length))

/** How much of the means of slopes and of their squares is kept in each step. */
const MEAN = 0.9
const SQUARE = 0.99
