import { WIDTH, type Point } from './network.js'
import { outlineOf, type Outline } from './outline.js'
import { patchesOf, type Patch } from './sheets.js'
import { HEIGHT, LOWEST, MAP_X, MAP_Y, middleOfCell, OUT, placeAt, type TableMap } from '../map/table-map.js'

/** What some points of one thing say together. */
export interface Aspect {
  /** the mean answer of the network, of unit length */
  readonly direction: Float32Array
  /** how far it stands out from the empty cell, metres */
  readonly height: number
  /** the height of its top over the table, metres */
  readonly top: number
  /** the height at which something could stand on it, metres: what stands there now does not count */
  readonly face: number
  readonly outline: Outline
}

/** A thing as it was shown once, alone. */
export interface View extends Aspect {
  /** it was laid on its side for this view */
  readonly lies: boolean
  /** what each cell of it showed */
  readonly patches: readonly Patch[]
}

/** A thing that was shown to the camera, so that it is known by name. */
export interface Enrolled {
  readonly name: string
  readonly views: readonly View[]
}

/** Things at enrolment stand this far from each other, metres. */
const ALONE = 0.075

/**
 * What a picture of a thing alone says of it.
 * @param at where it was put, metres @returns nothing where none is seen
 */
export function viewOf(
  map: TableMap,
  points: readonly Point[],
  { at: [x, y], lies }: { readonly at: readonly [number, number]; readonly lies: boolean },
): View | undefined {
  const isNear = (cell: number): boolean => {
    const [cellX, cellY] = middleOfCell(cell)
    return Math.hypot(cellX - x, cellY - y) < ALONE
  }
  const own = points.filter(({ cell }) => isNear(cell))
  if (own.length === 0) return undefined
  const cells = Array.from({ length: MAP_X * MAP_Y }, (_, cell) => cell)
  const shown = cells.filter((cell) => map.isThing(cell) && isNear(cell))
  const aspect = aspectOf(map, own, shown)
  const middle = placeAt(aspect.outline.x, aspect.outline.y)
  return { ...aspect, lies, patches: patchesOf(map, shown, middle) }
}

/** @param points at least one, of one thing @param cells all that show it */
export function aspectOf(map: TableMap, points: readonly Point[], cells: readonly number[]): Aspect {
  const direction = new Float32Array(WIDTH)
  for (const point of points)
    point.direction.forEach((value, at) => (direction[at] = (direction[at] ?? 0) + value))
  const length = Math.max(1e-6, Math.hypot(...direction))
  return {
    direction: direction.map((value) => value / length),
    height: upper(points.map(({ cell }) => topAround(map, cell, OUT))),
    top: upper(points.map(({ cell }) => topAround(map, cell, HEIGHT))) - LOWEST / 1000,
    face: upper(points.map(({ cell }) => map.height(cell))),
    outline: outlineOf(map, cells),
  }
}

/** The greatest value in a cell and those around it, metres. @param channel OUT or HEIGHT */
function topAround(map: TableMap, cell: number, channel: number): number {
  let top = 0
  for (const row of [-MAP_Y, 0, MAP_Y])
    for (const column of [-1, 0, 1]) {
      const at = cell + row + column
      if (map.isThing(at)) top = Math.max(top, map.value(channel, at))
    }
  return top / 1000
}

/** What few values exceed. */
function upper(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(0.85 * (sorted.length - 1))] ?? 0
}
