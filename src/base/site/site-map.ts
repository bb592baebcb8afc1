import type { FieldMap, Point } from '../field-map.js'
import { m, type Metres } from '../units.js'

/** What stands around a field and does not move: what a laser scan can be matched with. In the field's frame. */
export interface SiteMap {
  readonly boards: readonly Board[]
  readonly posts: readonly Post[]
}

/** An upright board, seen from above. */
export interface Board {
  readonly from: Point
  readonly to: Point
}

interface Post {
  readonly at: Point
  readonly radius: Metres
}

/**
 * The site of a field for which nobody has described one: boards around it with a doorway, and a post in a corner.
 * Without the doorway it would look the same from a robot that is turned by 180°.
 */
export function defaultSite({ size }: FieldMap): SiteMap {
  const [left, right, near, far] = [-GAP, size.x + GAP, -GAP, size.y + APRON + GAP]
  const corner = (x: number, y: number): Point => ({ x: m(x), y: m(y) })
  const doorway = { from: right - DOORWAY_FROM_CORNER - DOORWAY, to: right - DOORWAY_FROM_CORNER }
  return {
    boards: [
      { from: corner(left, near), to: corner(doorway.from, near) },
      { from: corner(doorway.to, near), to: corner(right, near) },
      { from: corner(right, near), to: corner(right, far) },
      { from: corner(right, far), to: corner(left, far) },
      { from: corner(left, far), to: corner(left, near) },
    ],
    posts: [{ at: corner(left + POST_RADIUS, far - POST_RADIUS), radius: m(POST_RADIUS) }],
  }
}

/** The boards stand outside the rim, metres. */
const GAP = 0.05
/** The floor goes on behind the far edge, metres. */
const APRON = 0.2
const DOORWAY = 0.6
const DOORWAY_FROM_CORNER = 0.3
const POST_RADIUS = 0.04
