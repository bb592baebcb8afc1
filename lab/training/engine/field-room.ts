import { project } from '#base/camera-model.js'
import type { FieldMap, Point, Zone } from '#base/field-map.js'
import { FORMER_MAST_CAMERA } from '#simulation/field/render/look.js'
import { areApart } from '#lab/bench/fields/room.js'
import { WHOLE_FIELD, type Family } from './layouts.js'

/** Zones keep this far from the picture's edge, pixels. */
const MARGIN = 4

/**
 * No two zones touch, none lies in the shelf's way or under the robot at home, and all of them, the shelf and home are
 * where the family has them: on the whole field, or in the part of it that the mast saw when the demo's families were
 * drawn.
 */
export function isClear(map: FieldMap, family: Family): boolean {
  const { zones, shelf, home } = map
  const whole = WHOLE_FIELD.has(family)
  return (
    zones.every((a, i) => zones.slice(i + 1).every((b) => areApart(a, b) || family === 'shipped')) &&
    zones.every((zone) => besideShelf(zone, shelf)) &&
    (whole
      ? zones.every((zone) => fits(zone) && besideHome(zone, home.at)) && apartFromHome(shelf, home.at)
      : [...zones.flatMap(corners), shelf.at, shelf.target, home.at].every(isSeen))
  )
}

/** where the robot and its zone have room (src/config/field/field-checks.ts), metres */
const ROOM = { x: [0.16, 2.84], y: [0.13, 1.81] } as const

const fits = ({ at: { x, y } }: Zone): boolean =>
  x >= ROOM.x[0] && x <= ROOM.x[1] && y >= ROOM.y[0] && y <= ROOM.y[1]

/** The robot's body stands 0.2 m beyond its gripper. */
const besideHome = ({ at }: Zone, home: Point): boolean =>
  Math.abs(at.x - home.x) >= 0.36 || at.y <= home.y - 0.27 || at.y >= home.y + 0.55

const apartFromHome = ({ at, target }: FieldMap['shelf'], home: Point): boolean =>
  home.y >= at.y + 0.35 || home.x < Math.min(at.x, target.x) - 0.6 || home.x > Math.max(at.x, target.x) + 0.6

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
  const pixel = project(FORMER_MAST_CAMERA, [x, y, 0])
  if (pixel === undefined) return false
  const { width, height } = FORMER_MAST_CAMERA
  return pixel.u > MARGIN && pixel.v > MARGIN && pixel.u < width - MARGIN && pixel.v < height - MARGIN
}
