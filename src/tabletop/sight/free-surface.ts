import { middleOf } from '../planning/where.js'
import type { Place } from '../scene/places.js'
import type { Rgbd } from './rgbd.js'

/** The pixels of a picture that belong to something: not 0 where they do, row by row. */
export interface SurfaceMask {
  readonly width: number
  readonly height: number
  readonly cells: Uint8Array
}

/** Higher than that over the floor of a place something stands on it; depth is not measured better, metres. */
const LEVEL = 0.008

/**
 * Where the floor of a place is seen to be free: pixels that show it, and nothing that stands on it. What hides the
 * floor from the camera is not free either.
 * @param slides how far each closure is open, metres or radians
 */
export function freeSurface(rgbd: Rgbd, place: Place, slides: ReadonlyMap<string, number>): SurfaceMask {
  const { width, height } = rgbd.picture
  const [middleX, middleY, floor] = middleOf(place, slides)
  const [halfX, halfY] = place.half
  const cells = new Uint8Array(width * height)
  for (let index = 0; index < cells.length; index++) {
    const [x, y, z] = rgbd.point(index)
    const isOver = Math.abs(x - middleX) < halfX && Math.abs(y - middleY) < halfY
    if (isOver && Math.abs(z - floor) < LEVEL) cells[index] = 1
  }
  return { width, height, cells }
}
