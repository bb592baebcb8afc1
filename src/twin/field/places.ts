import type { FieldMap, Point, Pose, Zone, ZoneId } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { Place } from './world.js'

/**
 * Where places are. All poses are of the gripper's centre, heading 0: when docked at a zone, cups 0…3 are exactly
 * above slots 0…3.
 *
 * Clearance that the gripper's centre needs to the field's border, metres: the body's radius at the sides, half the
 * gripper at the near edge; the floor continues beyond the far edge, so there only the body's reach counts.
 */
export const CLEARANCE = { side: m(0.16), near: m(0.08), far: m(0.16) } as const

/** The robot counts as at a zone within this distance of its dock, metres; position 2 of the zone is included. */
export const DOCK_TOLERANCE = m(0.045)

/**
 * Tolerance at the shelf, metres: tighter, because the bumper must touch it. The robot is at the shelf's dock, or the
 * shelf has arrived, only within this distance; a push that stopped half way starts again from the dock.
 */
export const SHELF_TOLERANCE = m(0.012)

/** `MoveToZone position="2"` docks this much nearer to the far side, metres. */
export const POSITION_2_OFFSET = m(0.02)

export function zoneOf(map: FieldMap, id: ZoneId): Zone | undefined {
  return map.zones.find((zone) => zone.id === id)
}

/** @param position 1 = cups above slots; 2 = `POSITION_2_OFFSET` further along +y (zones only) */
export function dockPose(map: FieldMap, place: Place, position: 1 | 2 = 1): Pose | undefined {
  switch (place.kind) {
    case 'home':
      return facing(map.home.at)
    case 'shelf':
      return facing(map.shelf.at)
    case 'zone': {
      const zone = zoneOf(map, place.zone)
      if (zone === undefined) return undefined
      return position === 1 ? facing(zone.at) : facing({ x: zone.at.x, y: m(zone.at.y + POSITION_2_OFFSET) })
    }
  }
}

/** The gripper's pose when the shelf has arrived at its target. */
export const pushEnd = (map: FieldMap): Pose => facing(map.shelf.target)

/** Returns the place that a pose belongs to: the nearest dock of a zone or of the shelf, or home. */
export function placeAt(map: FieldMap, pose: Pose): Place | 'between' {
  const toShelf = distance(map.shelf.at, pose)
  const nearer = toShelf <= SHELF_TOLERANCE ? toShelf : DOCK_TOLERANCE
  const zone = map.zones.find(({ at }) => distance(at, pose) <= nearer)
  if (zone !== undefined) return { kind: 'zone', zone: zone.id }
  if (toShelf <= SHELF_TOLERANCE) return { kind: 'shelf' }
  return distance(map.home.at, pose) <= map.home.radius ? { kind: 'home' } : 'between'
}

export function samePlace(a: Place | 'between', b: Place | 'between'): boolean {
  if (a === 'between' || b === 'between') return a === b
  return a.kind === b.kind && (a.kind !== 'zone' || (b.kind === 'zone' && a.zone === b.zone))
}

export function describePlace(map: FieldMap, place: Place | 'between'): string {
  if (place === 'between') return 'between places'
  if (place.kind === 'home') return 'at home'
  if (place.kind === 'shelf') return 'at the shelf'
  const kind = zoneOf(map, place.zone)?.kind
  return `at ${kind === undefined ? '' : `${kind} `}zone ${place.zone}`
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

const facing = (at: Point): Pose => ({ x: at.x, y: at.y, theta: rad(0) })
