import { project } from '../../../src/base/camera-model.js'
import type { FieldMap, Point, Zone } from '../../../src/base/field-map.js'
import { MAST_CAMERA } from '../../../src/sim/render/camera-pose.js'

/** Between two zones there is at least so much room along x or along y, metres. */
const APART = { x: 0.34, y: 0.29 }
/** Zones keep this far from the picture's edge, pixels. */
const MARGIN = 4

/** No two zones touch, none lies in the shelf's way, and the camera sees all of them, the shelf and home. */
export function isClear(map: FieldMap): boolean {
  const { zones, shelf, home } = map
  return (
    zones.every((a, i) => zones.slice(i + 1).every((b) => apart(a, b) || map.id === 'shipped')) &&
    zones.every((zone) => besideShelf(zone, shelf)) &&
    [...zones.flatMap(corners), shelf.at, shelf.target, home.at].every(isSeen)
  )
}

const apart = (a: Zone, b: Zone): boolean =>
  Math.abs(a.at.x - b.at.x) >= APART.x || Math.abs(a.at.y - b.at.y) >= APART.y

/** A block that lies anywhere in the zone is not pushed against. */
function besideShelf({ at, size }: Zone, { at: from, target, size: body }: FieldMap['shelf']): boolean {
  const low = Math.min(from.x, target.x) - body.x / 2
  const high = Math.max(from.x, target.x) + body.x / 2
  return (
    at.y - size.y / 2 > from.y + body.y / 2 ||
    at.x - size.x / 2 - CLEARANCE > high ||
    at.x + size.x / 2 + CLEARANCE < low
  )
}

const CLEARANCE = 0.01

const corners = ({ at, size }: Zone): { x: number; y: number }[] =>
  [-1, 1].flatMap((i) => [-1, 1].map((j) => ({ x: at.x + (i * size.x) / 2, y: at.y + (j * size.y) / 2 })))

function isSeen({ x, y }: Point | { readonly x: number; readonly y: number }): boolean {
  const pixel = project(MAST_CAMERA, [x, y, 0])
  if (pixel === undefined) return false
  const { width, height } = MAST_CAMERA
  return pixel.u > MARGIN && pixel.v > MARGIN && pixel.u < width - MARGIN && pixel.v < height - MARGIN
}
