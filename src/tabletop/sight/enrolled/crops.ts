import { CHANNELS, MAP_X, MAP_Y, type TableMap } from '../map/table-map.js'

/** A crop has so many cells along each side; the cell that it is about is at half of them. */
export const CROP = 32
export const CROP_VALUES = CHANNELS * CROP * CROP
/** Crops are taken about every third cell along each side. */
const STEP = 3

/** Cells on things, on a grid: what each belongs to is asked of the network. */
export function pointsOf(map: TableMap): number[] {
  const points: number[] = []
  for (let row = 1; row < MAP_X; row += STEP)
    for (let column = 1; column < MAP_Y; column += STEP) {
      const cell = row * MAP_Y + column
      if (map.isThing(cell)) points.push(cell)
    }
  return points
}

/** Writes the surroundings of a cell, channel by channel; what is outside the map is 0. @param at where to begin */
export function cropInto(out: Float32Array | Uint8Array, at: number, map: TableMap, cell: number): void {
  const [row, column] = [Math.floor(cell / MAP_Y) - CROP / 2, (cell % MAP_Y) - CROP / 2]
  for (let channel = 0; channel < CHANNELS; channel++)
    for (let x = 0; x < CROP; x++)
      for (let y = 0; y < CROP; y++) {
        const isInside = row + x >= 0 && row + x < MAP_X && column + y >= 0 && column + y < MAP_Y
        out[at + (channel * CROP + x) * CROP + y] = isInside
          ? map.value(channel, (row + x) * MAP_Y + column + y)
          : 0
      }
}
