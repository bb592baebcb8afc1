import type { FieldMap, Zone } from '#base/field-map.js'

/** Between two zones, and between zones and home, there is at least so much room along x or along y, metres. */
const APART = { x: 0.34, y: 0.29 }
const HOME_APART = 0.3
/** beside the way of the shelf, metres */
const CLEARANCE = 0.03

/** A robot can work at one place without touching what lies at another. */
export const isRoomy = ({ zones, shelf, home }: FieldMap): boolean =>
  zones.every((a, i) => zones.slice(i + 1).every((b) => areApart(a, b))) &&
  zones.every((zone) => isBesideShelf(zone, shelf)) &&
  zones.every(({ at }) => Math.hypot(at.x - home.at.x, at.y - home.at.y) >= HOME_APART)

export const areApart = (a: Zone, b: Zone): boolean =>
  Math.abs(a.at.x - b.at.x) >= APART.x || Math.abs(a.at.y - b.at.y) >= APART.y

function isBesideShelf({ at, size }: Zone, { at: from, target, size: body }: FieldMap['shelf']): boolean {
  const low = Math.min(from.x, target.x) - body.x / 2
  const high = Math.max(from.x, target.x) + body.x / 2
  return (
    at.y - size.y / 2 > from.y + body.y / 2 + CLEARANCE ||
    at.x - size.x / 2 - CLEARANCE > high ||
    at.x + size.x / 2 + CLEARANCE < low
  )
}
