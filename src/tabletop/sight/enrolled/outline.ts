import { MAP_X, MAP_Y, middleOfCell, OUT, type TableMap } from '../map/table-map.js'
import type { Point } from './network.js'

/** What the cells of one thing say, without the network. */
export interface Outline {
  /** the middle of the smallest rectangle around it, and its sides, metres */
  readonly x: number
  readonly y: number
  readonly long: number
  readonly wide: number
  /** the radius of a circle of the same area, metres */
  readonly radius: number
  /** shares of red and of green, each in ascending order: so the parts of two colours count by their size */
  readonly tones: readonly number[]
  /** how bright it is, 0…1 */
  readonly bright: number
  /** how far it stands out, in ascending order, metres */
  readonly outs: readonly number[]
}

/** Points are on a grid of so many cells. */
const GRID = 3

/** Which point is nearest to each cell on a thing, by the number of the point; nothing where none is near. */
export function ownersOf(map: TableMap, points: readonly Point[]): Int32Array {
  const at = new Int32Array(MAP_X * MAP_Y).fill(-1)
  points.forEach(({ cell }, index) => (at[cell] = index))
  const owners = new Int32Array(MAP_X * MAP_Y).fill(-1)
  for (let row = 0; row < MAP_X; row++)
    for (let column = 0; column < MAP_Y; column++) {
      const cell = row * MAP_Y + column
      if (map.isThing(cell)) owners[cell] = nearest(at, row, column)
    }
  return owners
}

function nearest(at: Int32Array, row: number, column: number): number {
  let [best, least] = [-1, Infinity]
  for (let r = Math.max(0, row - GRID + 1); r < Math.min(MAP_X, row + GRID); r++)
    for (let c = Math.max(0, column - GRID + 1); c < Math.min(MAP_Y, column + GRID); c++) {
      const point = at[r * MAP_Y + c] ?? -1
      const far = (r - row) ** 2 + (c - column) ** 2
      if (point >= 0 && far < least) [best, least] = [point, far]
    }
  return best
}

/** @param cells at least one, of one thing */
export function outlineOf(map: TableMap, cells: readonly number[]): Outline {
  const rgb = cells.map((cell) => [map.value(0, cell), map.value(1, cell), map.value(2, cell)] as const)
  const sums = rgb.map(([r, g, b]) => Math.max(3, r + g + b))
  return {
    ...boxAround(cells.map(middleOfCell)),
    radius: Math.sqrt((cells.length * 16e-6) / Math.PI),
    tones: [
      ...quantiles(rgb.map(([r], index) => r / (sums[index] ?? 1))),
      ...quantiles(rgb.map(([, g], index) => g / (sums[index] ?? 1))),
    ],
    bright: sums.reduce((sum, value) => sum + value, 0) / (765 * cells.length),
    outs: quantiles(cells.map((cell) => map.value(OUT, cell) / 1000)),
  }
}

/** Sides of the rectangle are tried every so many degrees. */
const EVERY = 5
const CELL = 0.004

/** The smallest rectangle around cells. */
function boxAround(
  middles: readonly (readonly [number, number])[],
): Pick<Outline, 'x' | 'y' | 'long' | 'wide'> {
  let best = { x: 0, y: 0, long: 0, wide: 0 }
  let least = Infinity
  for (let angle = 0; angle < Math.PI / 2 - 1e-6; angle += (EVERY * Math.PI) / 180) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const [lowU, highU] = rangeOf(middles.map(([x, y]) => c * x + s * y))
    const [lowV, highV] = rangeOf(middles.map(([x, y]) => c * y - s * x))
    const [u, v] = [highU - lowU + CELL, highV - lowV + CELL]
    if (u * v >= least) continue
    least = u * v
    const [midU, midV] = [(lowU + highU) / 2, (lowV + highV) / 2]
    best = {
      x: c * midU - s * midV,
      y: s * midU + c * midV,
      long: Math.max(u, v),
      wide: Math.min(u, v),
    }
  }
  return best
}

/** Without the few that stick out. */
function rangeOf(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b)
  const cut = Math.floor(values.length * 0.02)
  return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 0]
}

function quantiles(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  return [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => sorted[Math.round(share * (sorted.length - 1))] ?? 0)
}
