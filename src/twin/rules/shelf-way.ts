import type { FieldMap, Point } from '#base/field-map.js'
import type { WorldState } from '../world.js'

/** A gripper that comes this near to the shelf's middle meets the shelf, metres: its bumper feels it from 10 mm on. */
const MEETS = 0.02
/** The shelf gives way to motion along its track: at most this much sideways, metres per metre along it. */
const STRAIGHT = 0.5

/**
 * Would the straight way from one point to another push the shelf? It does where it meets the shelf while it leads
 * towards the shelf's target; a shelf whose place is unknown is somewhere on its track.
 */
export function pushesShelf(map: FieldMap, shelf: WorldState['shelf'], from: Point, to: Point): boolean {
  if (shelf === 'target') return false
  const { at, target } = map.shelf
  const along = (to.x - from.x) * Math.sign(target.x - at.x)
  if (along <= 0 || Math.abs(to.y - from.y) > STRAIGHT * along) return false
  const track: Segment = shelf === 'init' ? [at, at] : [at, target]
  return crosses([from, to], track) || gap([from, to], track) <= MEETS
}

type Segment = readonly [Point, Point]

/** The track lies along x. */
function crosses([a, b]: Segment, [c, d]: Segment): boolean {
  if ((a.y - c.y) * (b.y - c.y) > 0 || a.y === b.y) return false
  const x = a.x + ((c.y - a.y) / (b.y - a.y)) * (b.x - a.x)
  return x >= Math.min(c.x, d.x) && x <= Math.max(c.x, d.x)
}

/** Between two segments that do not cross. */
const gap = (one: Segment, other: Segment): number =>
  Math.min(...other.map((point) => fromSegment(point, one)), ...one.map((point) => fromSegment(point, other)))

function fromSegment(point: Point, [a, b]: Segment): number {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const length = x * x + y * y
  const part = length === 0 ? 0 : ((point.x - a.x) * x + (point.y - a.y) * y) / length
  const nearest = Math.max(0, Math.min(1, part))
  return Math.hypot(a.x + nearest * x - point.x, a.y + nearest * y - point.y)
}
