import { ranked } from './choose-mark.js'
import { clearances, roomIn, type Mask } from './clearance.js'
import { farthestPoints } from './farthest-points.js'

/** A pixel of a mask. */
interface Pixel {
  readonly x: number
  readonly y: number
}

/** What is to stand on a point. */
interface Footprint {
  /** of the disc that it covers, pixels */
  readonly radius: number
  /** How well the robot gets there, 0…1; 0: not at all. */
  readonly reach: (point: Pixel) => number
}

/**
 * Points of a mask on which something can stand, the best first by reach × clearance (PRAG-12, PRAG-14): spread over
 * where it stands wholly within the mask, at most `MOST` of them, no two nearer than half its radius.
 * @returns none where there is no room, or where nothing is reached
 */
export function bestPoints(mask: Mask, { radius, reach }: Footprint): readonly Pixel[] {
  const room = clearances(mask)
  const points = farthestPoints(roomIn(mask, radius), MOST, radius / 2)
  const candidates = points.map((point, index) => ({
    number: index + 1,
    reach: reach(point),
    clearance: room[point.y * mask.width + point.x] ?? 0,
  }))
  return ranked(candidates).flatMap(({ number }) => points[number - 1] ?? [])
}

/** Each one costs a check of the fingers' room in every turn that the thing can be let go in. */
const MOST = 12
