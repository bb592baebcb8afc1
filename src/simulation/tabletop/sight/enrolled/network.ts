import { CROP_VALUES, cropInto, pointsOf } from './crops.js'
import { middleOfCell, type TableMap } from './table-map.js'

/**
 * The trained network: crops in (`CROP_VALUES` numbers each, one after the other), answers out (`ANSWER` numbers each).
 * Synchronous, and the same answers for the same crops.
 */
export type Infer = (crops: Float32Array) => Float32Array

/** An answer: a direction that stands for a thing in a pose, then two numbers for its middle, then the share seen. */
export const WIDTH = 48
export const ANSWER = WIDTH + 3
/** One of the numbers for the middle, metres. */
const SCALE_M = 0.03

/** What the network says of one cell of the map. */
export interface Point {
  readonly cell: number
  /** of unit length */
  readonly direction: Float32Array
  /** where the middle of the thing would be that is seen here, metres */
  readonly middle: readonly [number, number]
  /** how much of that thing is seen, 0…1 */
  readonly share: number
}

/** The input of the network for all cells on things. */
export function cropsOf(map: TableMap): { readonly cells: readonly number[]; readonly crops: Float32Array } {
  const cells = pointsOf(map)
  const crops = new Float32Array(cells.length * CROP_VALUES)
  cells.forEach((cell, index) => cropInto(crops, index * CROP_VALUES, map, cell))
  return { cells, crops }
}

/** The output of the network, cell by cell. */
export function pointsFrom(cells: readonly number[], answers: Float32Array): Point[] {
  return cells.map((cell, index) => {
    const own = answers.subarray(index * ANSWER, (index + 1) * ANSWER)
    const [x, y] = middleOfCell(cell)
    return {
      cell,
      direction: own.slice(0, WIDTH),
      middle: [x + SCALE_M * (own[WIDTH] ?? 0), y + SCALE_M * (own[WIDTH + 1] ?? 0)],
      share: own[WIDTH + 2] ?? 0,
    }
  })
}
