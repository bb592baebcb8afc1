/**
 * Dense matrices of a few rows, stored row by row. Every function returns a new matrix and leaves its arguments
 * alone. Sizes must fit: they are fixed where these functions are called, and nothing checks them again.
 */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  readonly cells: Float64Array
}

export const zeros = (rows: number, columns: number): Matrix => ({
  rows,
  columns,
  cells: new Float64Array(rows * columns),
})

export const matrix = (rows: readonly (readonly number[])[]): Matrix => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  cells: Float64Array.from(rows.flat()),
})

export function diagonal(values: readonly number[]): Matrix {
  const made = zeros(values.length, values.length)
  for (let i = 0; i < values.length; i++) made.cells[i * (values.length + 1)] = values[i] as number
  return made
}

export function identity(size: number): Matrix {
  const made = zeros(size, size)
  for (let i = 0; i < size; i++) made.cells[i * (size + 1)] = 1
  return made
}

/** One cell; counted from 0. */
export const cell = (a: Matrix, row: number, column: number): number =>
  a.cells[row * a.columns + column] as number

/** a·b */
export function times(a: Matrix, b: Matrix): Matrix {
  const made = zeros(a.rows, b.columns)
  for (let i = 0; i < a.rows; i++)
    for (let k = 0; k < a.columns; k++) {
      const factor = a.cells[i * a.columns + k] as number
      if (factor === 0) continue
      for (let j = 0; j < b.columns; j++)
        (made.cells[i * b.columns + j] as number) += factor * (b.cells[k * b.columns + j] as number)
    }
  return made
}

/** a·bᵀ */
export function timesTransposed(a: Matrix, b: Matrix): Matrix {
  const made = zeros(a.rows, b.rows)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.rows; j++) {
      let sum = 0
      for (let k = 0; k < a.columns; k++)
        sum += (a.cells[i * a.columns + k] as number) * (b.cells[j * b.columns + k] as number)
      made.cells[i * b.rows + j] = sum
    }
  return made
}

/** a + factor·b */
export function plus(a: Matrix, b: Matrix, factor = 1): Matrix {
  const made = zeros(a.rows, a.columns)
  for (let i = 0; i < made.cells.length; i++)
    made.cells[i] = (a.cells[i] as number) + factor * (b.cells[i] as number)
  return made
}

/** a·p·aᵀ of a symmetric p, symmetric to the last bit. */
export function sandwich(a: Matrix, p: Matrix): Matrix {
  const left = times(a, p)
  const made = zeros(a.rows, a.rows)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let k = 0; k < a.columns; k++)
        sum += (left.cells[i * a.columns + k] as number) * (a.cells[j * a.columns + k] as number)
      made.cells[i * a.rows + j] = sum
      made.cells[j * a.rows + i] = sum
    }
  return made
}

/**
 * The lower triangle l with l·lᵀ = a (Cholesky; Golub and Van Loan, Matrix Computations, §4.2). Undefined where a
 * symmetric a is not positive definite, or not finite.
 */
export function cholesky(a: Matrix): Matrix | undefined {
  const n = a.rows
  const l = zeros(n, n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let rest = cell(a, i, j)
      for (let k = 0; k < j; k++) rest -= cell(l, i, k) * cell(l, j, k)
      if (i === j && !(rest > 0 && rest < Infinity)) return undefined
      l.cells[i * n + j] = i === j ? Math.sqrt(rest) : rest / cell(l, j, j)
    }
  return l
}

/** The x with l·lᵀ·x = right, of a triangle from `cholesky`. */
export function solve(l: Matrix, right: Matrix): Matrix {
  const { rows: n, columns } = right
  const x: Matrix = { ...right, cells: right.cells.slice() }
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < n; i++) {
      let rest = cell(x, i, j)
      for (let k = 0; k < i; k++) rest -= cell(l, i, k) * cell(x, k, j)
      x.cells[i * columns + j] = rest / cell(l, i, i)
    }
    for (let i = n - 1; i >= 0; i--) {
      let rest = cell(x, i, j)
      for (let k = i + 1; k < n; k++) rest -= cell(l, k, i) * cell(x, k, j)
      x.cells[i * columns + j] = rest / cell(l, i, i)
    }
  }
  return x
}

/** νᵀ·s⁻¹·ν: how far a difference lies from 0, in standard deviations squared; infinite where s is no covariance. */
export function squaredDistance(difference: Matrix, s: Matrix): number {
  const l = cholesky(s)
  if (l === undefined) return Infinity
  const whitened = solve(l, difference)
  return difference.cells.reduce((sum, value, i) => sum + value * (whitened.cells[i] as number), 0)
}
