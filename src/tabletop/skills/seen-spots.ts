import type { Vector } from '../arm/pose.js'
import { middleOf } from '../planning/where.js'
import type { Item } from '../scene/items.js'
import type { Place } from '../scene/places.js'
import type { Solid } from '../scene/solid.js'
import { freeSurface, type SurfaceMask } from '../sight/free-surface.js'
import { metresPerPixel } from '../sight/mast-camera.js'
import type { Rgbd } from '../sight/rgbd.js'

interface Pixel {
  readonly x: number
  readonly y: number
}

/**
 * Chooses where on a free surface something can stand: pixels of the mask, the best first; none where there is no room.
 * Whoever opens a table hands it in, as annotation is none of the simulation's business.
 */
type PointChooser = (
  free: SurfaceMask,
  wanted: {
    /** of the disc that it covers, pixels */
    readonly radius: number
    /** how well the robot gets there, 0…1; 0: not at all */
    readonly reach: (point: Pixel) => number
  },
) => readonly Pixel[]

/** How spots are found by sight. */
export interface SpotFinder {
  readonly choose: PointChooser
  /** they are tried before the fixed spots of a place, not after them */
  readonly first?: boolean
}

/** Who chooses, and the picture of the last look; undefined where nobody has looked. */
export interface SeenSpots extends SpotFinder {
  look(): Rgbd | undefined
}

/** What is to stand somewhere in a place. */
interface Wanted {
  readonly place: Place
  readonly item: Item
  /** how far each closure is open, metres or radians */
  readonly slides: ReadonlyMap<string, number>
}

/**
 * Points on the floor of a place on which a thing can stand, as the last look shows it, metres; the best first.
 * @param reach how well the fingers get there, 0…1; 0: not at all
 * @returns none where nobody chooses or has looked, and where the floor is hidden or has no room
 */
export function seenSpots(
  seen: SeenSpots | undefined,
  { place, item, slides }: Wanted,
  reach: (spot: Vector) => number,
): Vector[] {
  const rgbd = seen?.look()
  if (seen === undefined || rgbd === undefined) return []
  const free = freeSurface(rgbd, place, slides)
  const floor = middleOf(place, slides)[2]
  const spotAt = ({ x, y }: Pixel): Vector => {
    const [px, py] = rgbd.point(y * free.width + x)
    return [px, py, floor]
  }
  const radius = (Math.max(...item.solids.map(reachOf)) + RIM) / metresPerPixel(floor)
  return seen.choose(free, { radius, reach: (point) => reach(spotAt(point)) }).map(spotAt)
}

/** How far it reaches to the side from the middle of its thing, however that is turned, metres. */
function reachOf({ shape, size: [first = 0, second = 0], at: [x, y], along }: Solid): number {
  if (shape === 'box') return Math.hypot(Math.abs(x) + first, Math.abs(y) + second)
  return Math.hypot(x, y) + first + (along === undefined ? 0 : second)
}

/** The rim of a tray is lower than depth can tell, and so wide; what stands free keeps some room besides, metres. */
const RIM = 0.008
