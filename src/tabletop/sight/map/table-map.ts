import type { Rgbd } from '../rgbd.js'

/** A cell of the map, metres, and where the map begins. */
const CELL_M = 0.004
const FROM_X = -0.1
const FROM_Y = -0.64
/** Cells along x and y. */
export const MAP_X = 250
export const MAP_Y = 320
/** Of each cell: red, green, blue, how far it stands out from the empty cell (mm), its height over the table (mm). */
export const CHANNELS = 5
export const OUT = 3
export const HEIGHT = 4

/** Nearer than the empty cell by more than a sensor errs, metres. */
const STANDS_OUT = 0.007
/** The arm at rest is above this; things are below it, metres. */
const CEILING = 0.21
/** What is so far under the highest point of a cell is not part of its colour, metres. */
const SAME_TOP = 0.008
/** The lowest height that is told apart, mm: so much is added to all. */
export const LOWEST = 10

/** A picture with depth, and what its camera would see if no thing were there. */
export interface Look {
  readonly rgbd: Rgbd
  /** depth of the cell without things, pixel by pixel, metres */
  readonly empty: Float32Array
  /** factors on red, green and blue after which the bare table has the colour that it is known to have */
  readonly balance: readonly [number, number, number]
}

/**
 * Pictures with depth laid on the plane of the table, seen straight from above: a thing looks the same wherever
 * it stands. Values are 0…255.
 */
export class TableMap {
  /** channel by channel, then x by x */
  readonly data = new Uint8Array(CHANNELS * MAP_X * MAP_Y)

  /** @param looks pictures of one moment, or of a table on which nothing moved between them */
  constructor(looks: readonly Look[]) {
    const sums = sumsOf(looks, pixelsOf(looks))
    for (let cell = 0; cell < MAP_X * MAP_Y; cell++) {
      const count = sums[6 * cell + 5] ?? 0
      if (count === 0) continue
      for (let channel = 0; channel < CHANNELS; channel++) {
        const mean = (sums[6 * cell + channel] ?? 0) / count
        this.data[channel * MAP_X * MAP_Y + cell] = Math.max(0, Math.min(255, mean))
      }
    }
  }

  /** @param channel red, green, blue, OUT or HEIGHT */
  value(channel: number, cell: number): number {
    return this.data[channel * MAP_X * MAP_Y + cell] ?? 0
  }

  /** How high what is seen of a cell is over the table, metres. */
  height(cell: number): number {
    return (this.value(HEIGHT, cell) - LOWEST) / 1000
  }

  /** Something that is no part of the cell is here. */
  isThing(cell: number): boolean {
    return this.value(OUT, cell) > 1000 * STANDS_OUT
  }
}

/** Of each cell of a map the look and the pixel that show the highest of what the map draws there, if any does. */
export function topPixels(looks: readonly Look[]): ([look: number, pixel: number] | undefined)[] {
  const { views, tops } = pixelsOf(looks)
  const found = new Array<[number, number] | undefined>(MAP_X * MAP_Y).fill(undefined)
  views.forEach(({ cells, heights, outs }, look) =>
    cells.forEach((cell, index) => {
      if (cell >= 0 && rank(heights[index] ?? 0, outs[index] ?? 0) >= (tops[cell] ?? 0))
        found[cell] = [look, index]
    }),
  )
  return found
}

/** Row and column of the cell under a point, metres; both may be outside of the map. */
export const placeAt = (x: number, y: number): readonly [number, number] => [
  Math.floor((x - FROM_X) / CELL_M),
  Math.floor((y - FROM_Y) / CELL_M),
]

/** The cell of the map under a point, -1 outside. */
export function cellAt(x: number, y: number): number {
  const [row, column] = placeAt(x, y)
  return cellIn(row, column)
}

/** The cell in a row and a column, -1 outside, and where they are no numbers: a pixel without depth is nowhere. */
export const cellIn = (row: number, column: number): number =>
  row >= 0 && column >= 0 && row < MAP_X && column < MAP_Y ? row * MAP_Y + column : -1

/** The middle of a cell, metres. */
export function middleOfCell(cell: number): readonly [number, number] {
  const [row, column] = [Math.floor(cell / MAP_Y), cell % MAP_Y]
  return [FROM_X + (row + 0.5) * CELL_M, FROM_Y + (column + 0.5) * CELL_M]
}

/**
 * Of each pixel of each look: its cell, its height, and by how much it stands out, metres; of each cell, what counts
 * there.
 */
interface Pixels {
  readonly views: readonly {
    readonly cells: Int32Array
    readonly heights: Float32Array
    readonly outs: Float32Array
  }[]
  readonly tops: Float32Array
}

/** What is seen under an arm or a lid is worth more than that: a thing counts as higher than all that is no thing. */
const rank = (height: number, out: number): number => Math.fround(out > 0 ? height + 1 : height)

function pixelsOf(looks: readonly Look[]): Pixels {
  const tops = new Float32Array(MAP_X * MAP_Y).fill(-1)
  const floor = floorOf(looks)
  const views = looks.map(({ rgbd, empty }, look) => {
    const { depth, width } = rgbd.picture
    const cells = new Int32Array(depth.length).fill(-1)
    const heights = new Float32Array(depth.length)
    const outs = new Float32Array(depth.length)
    for (let index = 0; index < depth.length; index++) {
      const [x, y, z] = rgbd.point(index)
      const cell = cellAt(x, y)
      // what hangs before the camera on the gripper is the gripper
      if (cell < 0 || (look > 0 && z >= CEILING)) continue
      let out = z < CEILING ? standingOut(depth, empty, index, width) : 0
      // from the side, what is behind a thing is farther than what is under it
      if (look > 0 && out > 0) out = overFloor(z - (floor[cell] ?? 0))
      // at its edge neither the thing nor the cell is seen for sure
      if (look > 0 && out === 0 && Math.abs(nearer(depth, empty, index)) > STANDS_OUT) continue
      cells[index] = cell
      heights[index] = z
      outs[index] = out
      // as it was stored, which is less exact: one pixel at least has to be as high as this
      tops[cell] = Math.max(tops[cell] ?? 0, rank(heights[index] ?? 0, outs[index] ?? 0))
    }
    return { cells, heights, outs }
  })
  return { views, tops }
}

const overFloor = (out: number): number => (out >= STANDS_OUT ? Math.min(0.25, out) : 0)

/** The height of the empty cell at each cell of the map, metres: as the look has it over which nothing hangs there. */
function floorOf(looks: readonly Look[]): Float32Array {
  const floor = new Float32Array(MAP_X * MAP_Y).fill(Infinity)
  if (looks.length === 1) return floor
  for (const { rgbd, empty } of looks) {
    const drawn = rgbd.drawn(empty)
    const own = new Float32Array(MAP_X * MAP_Y).fill(-Infinity)
    for (let index = 0; index < empty.length; index++) {
      const [x, y, z] = drawn.point(index)
      const cell = cellAt(x, y)
      if (cell >= 0) own[cell] = Math.max(own[cell] ?? -Infinity, z)
    }
    own.forEach((height, cell) => {
      if (height > -Infinity) floor[cell] = Math.min(floor[cell] ?? Infinity, height)
    })
  }
  return floor
}

/** Sums of red, green, blue, millimetres that it stands out, height in millimetres, and pixels, cell by cell. */
function sumsOf(looks: readonly Look[], { views, tops }: Pixels): Float32Array {
  const sums = new Float32Array(6 * MAP_X * MAP_Y)
  views.forEach(({ cells, heights, outs }, look) => {
    const { rgb } = looks[look]?.rgbd.picture ?? { rgb: [] }
    const [red, green, blue] = looks[look]?.balance ?? [1, 1, 1]
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? -1
      const [z, out] = [heights[index] ?? 0, outs[index] ?? 0]
      if (cell < 0 || rank(z, out) < (tops[cell] ?? 0) - SAME_TOP) continue
      const at = 6 * cell
      sums[at] = (sums[at] ?? 0) + red * (rgb[3 * index] ?? 0)
      sums[at + 1] = (sums[at + 1] ?? 0) + green * (rgb[3 * index + 1] ?? 0)
      sums[at + 2] = (sums[at + 2] ?? 0) + blue * (rgb[3 * index + 2] ?? 0)
      sums[at + 3] = (sums[at + 3] ?? 0) + 1000 * out
      sums[at + 4] = (sums[at + 4] ?? 0) + 1000 * z + LOWEST
      sums[at + 5] = (sums[at + 5] ?? 0) + 1
    }
  })
  return sums
}

/** By how much a pixel and its four neighbours are nearer than the empty cell, metres: rims of the cell are not. */
function standingOut(depth: Float32Array, empty: Float32Array, index: number, width: number): number {
  const out = nearer(depth, empty, index)
  const isInner =
    out >= STANDS_OUT &&
    nearer(depth, empty, index - 1) >= STANDS_OUT &&
    nearer(depth, empty, index + 1) >= STANDS_OUT &&
    nearer(depth, empty, index - width) >= STANDS_OUT &&
    nearer(depth, empty, index + width) >= STANDS_OUT
  return isInner ? Math.min(0.25, out) : 0
}

const nearer = (depth: Float32Array, empty: Float32Array, index: number): number =>
  (empty[index] ?? Infinity) - (depth[index] ?? Infinity)
