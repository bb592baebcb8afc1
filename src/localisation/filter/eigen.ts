import { cell, identity, type Matrix } from './matrix.js'

/** An eigenvalue of a symmetric matrix and its eigenvector of length 1. */
export interface EigenPair {
  readonly value: number
  readonly vector: readonly number[]
}

/** Sweeps until nothing is left beside the diagonal: matrices of seven rows need five or six. */
const MOST_SWEEPS = 30

/**
 * All eigenvalues of a symmetric matrix, the smallest first, by the cyclic Jacobi method (Golub and Van Loan, Matrix
 * Computations, §8.5): slow for large matrices, and exact to rounding for the small ones here.
 */
export function eigenPairs(symmetric: Matrix): readonly EigenPair[] {
  const n = symmetric.rows
  const a: Matrix = { ...symmetric, cells: symmetric.cells.slice() }
  const vectors = identity(n)
  for (let sweep = 0; sweep < MOST_SWEEPS && beside(a) > 0; sweep++)
    for (let p = 0; p < n - 1; p++) for (let q = p + 1; q < n; q++) annihilate(a, vectors, [p, q])
  const pair = (i: number): EigenPair => ({
    value: cell(a, i, i),
    vector: Array.from({ length: n }, (_, row) => cell(vectors, row, i)),
  })
  return Array.from({ length: n }, (_, i) => pair(i)).sort((left, right) => left.value - right.value)
}

/** The largest cell beside the diagonal that still counts against its two cells on the diagonal. */
function beside(a: Matrix): number {
  let most = 0
  for (let p = 0; p < a.rows - 1; p++)
    for (let q = p + 1; q < a.rows; q++) {
      const size = Math.abs(cell(a, p, q))
      const counts = size > 1e-17 * Math.sqrt(Math.abs(cell(a, p, p) * cell(a, q, q)))
      if (counts && size > Number.MIN_VALUE) most = Math.max(most, size)
    }
  return most
}

/** Turns rows and columns p and q so far that their common cell becomes 0, and the vectors with them. */
function annihilate(a: Matrix, vectors: Matrix, [p, q]: readonly [number, number]): void {
  const between = cell(a, p, q)
  if (between === 0) return
  const ratio = (cell(a, q, q) - cell(a, p, p)) / (2 * between)
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(ratio, 1))
  const cos = 1 / Math.hypot(tangent, 1)
  const sin = tangent * cos
  turnColumns(a, [p, q], [cos, sin])
  turnRows(a, [p, q], [cos, sin])
  a.cells[p * a.columns + q] = 0
  a.cells[q * a.columns + p] = 0
  turnColumns(vectors, [p, q], [cos, sin])
}

type Two = readonly [number, number]

function turnColumns(a: Matrix, [p, q]: Two, [cos, sin]: Two): void {
  for (let k = 0; k < a.rows; k++) {
    const [left, right] = [cell(a, k, p), cell(a, k, q)]
    a.cells[k * a.columns + p] = cos * left - sin * right
    a.cells[k * a.columns + q] = sin * left + cos * right
  }
}

function turnRows(a: Matrix, [p, q]: Two, [cos, sin]: Two): void {
  for (let k = 0; k < a.columns; k++) {
    const [upper, lower] = [cell(a, p, k), cell(a, q, k)]
    a.cells[p * a.columns + k] = cos * upper - sin * lower
    a.cells[q * a.columns + k] = sin * upper + cos * lower
  }
}
