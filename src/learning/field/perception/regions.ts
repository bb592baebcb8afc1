import { project, type CameraModel } from '#base/camera-model.js'
import type { FieldMap, ZoneId } from '#base/field-map.js'
import type { Quad } from '#base/rectify.js'
import type { Region } from '#learning/ports.js'

/** Height of a block's upper face (vrl.txt IV.B), metres: the plane in which faces are read. */
export const BLOCK_TOP_M = 0.03
/** width of a zone's region relative to the zone, so that a block set down just outside is still visible */
export const ZONE_MARGIN = 1.5
const SHELF_MARGIN_M = 0.12
/** the robot's body extends 0.2 m beyond its gripper, away from the camera */
const HOME_REACH_M = 0.45
const FIELD_MARGIN_M = 0.1

/** A rectangle of the field, metres, sides along x and y. */
export interface Rect {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/**
 * The regions a critic views, from map and camera alone, so that it works on a field never seen before: one region per
 * zone (`zone:3`), the shelf's track, home, and the field from above. A region with a corner behind the camera is left
 * out.
 */
export function sceneRegions(map: FieldMap, camera: CameraModel): Region[] {
  return [
    ...map.zones.map((zone) => regionOf(camera, `zone:${zone.id}`, zoneRect(map, zone.id), BLOCK_TOP_M)),
    regionOf(camera, 'shelf', shelfRect(map), 0),
    regionOf(camera, 'home', homeRect(map), 0),
    regionOf(camera, 'field', fieldRect(map), BLOCK_TOP_M),
  ].filter((region) => region !== undefined)
}

/** The part of the field shown by a zone's region. @throws RangeError when the map has no such zone */
export function zoneRect(map: FieldMap, id: ZoneId): Rect {
  const zone = map.zones.find((candidate) => candidate.id === id)
  if (!zone) throw new RangeError(`field ${map.id} has no zone ${id}`)
  const halfX = (zone.size.x / 2) * ZONE_MARGIN
  const halfY = (zone.size.y / 2) * ZONE_MARGIN
  return { x0: zone.at.x - halfX, y0: zone.at.y - halfY, x1: zone.at.x + halfX, y1: zone.at.y + halfY }
}

export function fieldRect(map: FieldMap): Rect {
  return {
    x0: -FIELD_MARGIN_M,
    y0: -FIELD_MARGIN_M,
    x1: map.size.x + FIELD_MARGIN_M,
    y1: map.size.y + FIELD_MARGIN_M,
  }
}

/** The quadrilateral in the picture that shows this rectangle at height z (metres). */
export function quadOf(camera: CameraModel, rect: Rect, z: number): Quad | undefined {
  const near0 = project(camera, [rect.x0, rect.y0, z])
  const near1 = project(camera, [rect.x1, rect.y0, z])
  const far1 = project(camera, [rect.x1, rect.y1, z])
  const far0 = project(camera, [rect.x0, rect.y1, z])
  if (!near0 || !near1 || !far1 || !far0) return undefined
  return [near0, near1, far1, far0].map(({ u, v }) => ({ u, v })) as unknown as Quad
}

function shelfRect({ shelf }: FieldMap): Rect {
  const halfX = shelf.size.x / 2 + SHELF_MARGIN_M
  const halfY = shelf.size.y / 2 + SHELF_MARGIN_M
  return {
    x0: Math.min(shelf.at.x, shelf.target.x) - halfX,
    y0: Math.min(shelf.at.y, shelf.target.y) - halfY,
    x1: Math.max(shelf.at.x, shelf.target.x) + halfX,
    y1: Math.max(shelf.at.y, shelf.target.y) + halfY,
  }
}

function homeRect({ home }: FieldMap): Rect {
  return {
    x0: home.at.x - HOME_REACH_M,
    y0: home.at.y - HOME_REACH_M,
    x1: home.at.x + HOME_REACH_M,
    y1: home.at.y + HOME_REACH_M,
  }
}

function regionOf(camera: CameraModel, name: string, rect: Rect, z: number): Region | undefined {
  const corners = quadOf(camera, rect, z)
  return corners && { name, corners }
}
