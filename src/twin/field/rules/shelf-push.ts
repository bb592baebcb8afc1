import type { FieldMap, Point } from '#base/field-map.js'
import type { WorldState } from '../world.js'

/** A gripper this close to the shelf's centre touches the shelf, metres; its bumper closes at 10 mm. */
const CONTACT_DISTANCE = 0.02
/** The shelf yields to motion along its track with at most this much sideways, metres per metre along it. */
const MAX_SLOPE = 0.5

/**
 * Whether a straight motion would push the shelf: it does if it meets the shelf while heading towards the shelf's
 * target. A shelf in an unknown place may be anywhere on its track.
 */
export function pushesShelf(map: FieldMap, shelf: WorldState['shelf'], from: Point, to: Point): boolean {
  if (shelf === 'target') return false
  const { at, target } = map.shelf
  const along = (to.x - from.x) * Math.sign(target.x - at.x)
  if (along <= 0 || Math.abs(to.y - from.y) > MAX_SLOPE * along) return false
  const track: Segment = shelf === 'init' ? [at, at] : [at, target]
  return crosses([from, to], track) || segmentDistance([from, to], track) <= CONTACT_DISTANCE
}

type Segment = readonly [Point, Point]

/** Whether a segment crosses the track, which runs along x. */
function crosses([a, b]: Segment, [c, d]: Segment): boolean {
  if ((a.y - c.y) * (b.y - c.y) > 0 || a.y === b.y) return false
  const x = a.x + ((c.y - a.y) / (b.y - a.y)) * (b.x - a.x)
  return x >= Math.min(c.x, d.x) && x <= Math.max(c.x, d.x)
}

/** Distance between two segments that do not cross. */
const segmentDistance = (one: Segment, other: Segment): number =>
  Math.min(
    ...other.map((point) => pointToSegment(point, one)),
    ...one.map((point) => pointToSegment(point, other)),
  )

function pointToSegment(point: Point, [a, b]: Segment): number {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const length = x * x + y * y
  const part = length === 0 ? 0 : ((point.x - a.x) * x + (point.y - a.y) * y) / length
  const nearest = Math.max(0, Math.min(1, part))
  return Math.hypot(a.x + nearest * x - point.x, a.y + nearest * y - point.y)
}
