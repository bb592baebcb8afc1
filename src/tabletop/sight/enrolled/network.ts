import { CROP, CROP_VALUES, cropInto, pointsOf } from './crops.js'
import { CHANNELS, middleOfCell, type TableMap } from '../map/table-map.js'

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

/** Each crop is asked about in its four quarter turns, and the answers are averaged. */
const TURNS = 4

/** The input of the network for all cells on things. */
export function cropsOf(map: TableMap): { readonly cells: readonly number[]; readonly crops: Float32Array } {
  const cells = pointsOf(map)
  const crops = new Float32Array(cells.length * TURNS * CROP_VALUES)
  cells.forEach((cell, index) => {
    const at = index * TURNS * CROP_VALUES
    cropInto(crops, at, map, cell)
    for (let turn = 1; turn < TURNS; turn++) turnCrop(crops, at + (turn - 1) * CROP_VALUES)
  })
  return { cells, crops }
}

/** The output of the network, cell by cell. */
export function pointsFrom(cells: readonly number[], answers: Float32Array): Point[] {
  return cells.map((cell, index) => {
    const direction = new Float32Array(WIDTH)
    let [x, y, share] = [0, 0, 0]
    for (let turn = 0; turn < TURNS; turn++) {
      const at = (index * TURNS + turn) * ANSWER
      for (let i = 0; i < WIDTH; i++) direction[i] = (direction[i] ?? 0) + (answers[at + i] ?? 0)
      const [dx, dy] = turnedBack(answers[at + WIDTH] ?? 0, answers[at + WIDTH + 1] ?? 0, turn)
      x += dx / TURNS
      y += dy / TURNS
      share += (answers[at + WIDTH + 2] ?? 0) / TURNS
    }
    const length = Math.max(1e-6, Math.hypot(...direction))
    const [cellX, cellY] = middleOfCell(cell)
    return {
      cell,
      direction: direction.map((value) => value / length),
      middle: [cellX + SCALE_M * x, cellY + SCALE_M * y],
      share,
    }
  })
}

/** Writes a crop, a quarter turn on, behind itself. */
function turnCrop(crops: Float32Array, at: number): void {
  for (let channel = 0; channel < CHANNELS; channel++) {
    const from = at + channel * CROP * CROP
    for (let row = 0; row < CROP; row++)
      for (let column = 0; column < CROP; column++)
        crops[from + CROP_VALUES + row * CROP + column] = crops[from + column * CROP + CROP - 1 - row] ?? 0
  }
}

function turnedBack(x: number, y: number, quarters: number): readonly [number, number] {
  let turned: readonly [number, number] = [x, y]
  for (let quarter = 0; quarter < quarters; quarter++) turned = [turned[1], -turned[0]]
  return turned
}
