import { WIDTH, type Point } from './network.js'
import { MAP_Y, middleOfCell, OUT, type TableMap } from './table-map.js'

/** A thing as it was shown once, alone. */
export interface View {
  /** it was laid on its side for this view */
  readonly lies: boolean
  /** the mean answer of the network, of unit length */
  readonly direction: Float32Array
  /** how far it stands out from what it is on, metres */
  readonly height: number
  /** how far it reaches from its middle, seen from above, metres */
  readonly radius: number
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
  const own = points.filter(({ cell }) => {
    const [cellX, cellY] = middleOfCell(cell)
    return Math.hypot(cellX - x, cellY - y) < ALONE
  })
  if (own.length === 0) return undefined
  const direction = new Float32Array(WIDTH)
  for (const point of own)
    point.direction.forEach((value, at) => (direction[at] = (direction[at] ?? 0) + value))
  const length = Math.hypot(...direction)
  const tops = own.map(({ cell }) => topAround(map, cell, OUT))
  return {
    lies,
    direction: direction.map((value) => value / length),
    height: upper(tops),
    // each point stands for nine cells of 4 mm
    radius: Math.sqrt((own.length * 9 * 16e-6) / Math.PI),
  }
}

/** The greatest value in a cell and those around it, metres. @param channel OUT or HEIGHT */
export function topAround(map: TableMap, cell: number, channel: number): number {
  let top = 0
  for (const row of [-MAP_Y, 0, MAP_Y])
    for (const column of [-1, 0, 1]) {
      const at = cell + row + column
      if (map.isThing(at)) top = Math.max(top, map.value(channel, at))
    }
  return top / 1000
}

/** What few values exceed. */
export function upper(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(0.85 * (sorted.length - 1))] ?? 0
}
