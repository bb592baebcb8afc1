import { extentOf, nearest, type Outline } from '../scan/outline.js'

/**
 * How well points go with a site, as a table over the ground: the likelihood field of Thrun, Burgard and Fox,
 * Probabilistic Robotics, §6.4, its logarithm, on cells of 20 mm.
 */
export interface LikelihoodField {
  /** the middle of the first cell, metres */
  readonly left: number
  readonly near: number
  readonly columns: number
  readonly rows: number
  /** row by row, natural logarithms above that of a point far from everything */
  readonly values: Float32Array
}

/**
 * The table for an outline. It is made once for a site: some 20,000 cells for a field of 3 × 2 m. Its deviation,
 * 0.1 m, is that of poses on the search's grid, not that of the scanner.
 */
export function likelihoodField(outline: Outline): LikelihoodField {
  const { middle, halfX, halfY } = extentOf(outline)
  const columns = 2 * Math.ceil((halfX + REACH) / CELL) + 1
  const rows = 2 * Math.ceil((halfY + REACH) / CELL) + 1
  const left = middle.x - ((columns - 1) / 2) * CELL
  const near = middle.y - ((rows - 1) / 2) * CELL
  const values = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const found = nearest(outline, left + column * CELL, near + row * CELL, REACH)
      if (found !== undefined) values[row * columns + column] = gain(found.away)
    }
  }
  return { left, near, columns, rows, values }
}

/**
 * The sum of the field's values at points, each moved by (x, y); 0 where nothing is near. `points` holds x and y in
 * turn. A search looks up millions of them, so they lie in one array, and bits cut off a fraction: it is the fastest
 * way. A point just outside the table is taken to its border, where the values are 0.
 */
export function sumAt(field: LikelihoodField, points: Float64Array, x: number, y: number): number {
  const { columns, rows, values } = field
  const left = (field.left - x) * PER_METRE - 0.5
  const near = (field.near - y) * PER_METRE - 0.5
  let sum = 0
  for (let i = 0; i < points.length; i += 2) {
    const column = ((points[i] ?? 0) * PER_METRE - left) | 0
    const row = ((points[i + 1] ?? 0) * PER_METRE - near) | 0
    if (column >= 0 && column < columns && row >= 0 && row < rows) sum += values[row * columns + column] ?? 0
  }
  return sum
}

const PER_METRE = 50
const CELL = 1 / PER_METRE
/** A point so far from everything goes with nothing, metres: four deviations. */
const REACH = 0.4
const SIGMA = 0.1
const HIT = 0.85
const FARTHEST = 12

/** log(0.85 · N(d; σ) + 0.15 / 12 m), less that of a large d. */
function gain(distance: number): number {
  const hit = Math.exp(-0.5 * (distance / SIGMA) ** 2) / (SIGMA * Math.sqrt(2 * Math.PI))
  return Math.log1p((HIT * hit * FARTHEST) / (1 - HIT))
}
