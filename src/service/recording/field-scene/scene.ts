import { SLOTS, type FieldMap, type Zone } from '#base/field-map.js'
import { BLOCK, ROBOT, SHELF_HEIGHT, slotCentre, slotOffset } from '#simulation/field/dimensions.js'
import type { Face, WorldState } from '#twin/field/world.js'
import {
  caption,
  color,
  cube,
  cylinder,
  entityAt,
  loop,
  type Color,
  type Shapes,
} from '../shapes/entities.js'
import { vec, type Stamp, type Vec } from '../shapes/geometry.js'

/**
 * The field and the objects on it as the twin believes, for a 3D view. Complete each time, because a viewer that
 * seeks to a moment reads only the newest message of the topic.
 * @param belief without one the field is drawn as it was laid
 */
export function sceneOf(timestamp: Stamp, field: FieldMap, belief: WorldState | undefined): object {
  const make = entityAt(timestamp)
  return {
    deletions: [],
    entities: [
      make('field', 'outline', { lines: [rectangle(vec(0, 0), field.size.x, field.size.y, GREY)] }),
      make('field', 'home', {
        lines: [circle(vec(field.home.at.x, field.home.at.y), field.home.radius, GREEN)],
        texts: [caption('home', vec(field.home.at.x, field.home.at.y, 0.02), GREY, LETTERS)],
      }),
      ...field.zones.map((zone) => make('field', `zone ${zone.id}`, zoneShapes(zone))),
      make('field', 'shelf', shelfShapes(field, belief)),
      make('field', 'blocks', { cubes: field.zones.flatMap((zone) => blocksOn(zone, belief)) }),
      make('gripper', 'held', { cubes: heldBlocks(belief) }),
      make('base', 'body', {
        cylinders: [
          cylinder(vec(0, 0, 0.12), vec(2 * ROBOT.bodyRadius, 2 * ROBOT.bodyRadius, 0.2), BODY, 0.9),
        ],
      }),
      make('gripper', 'gripper', {
        cubes: [
          cube(vec(0, 0, 0.045), vec(2 * ROBOT.gripperHalfWidth, 2 * ROBOT.gripperHalfDepth, 0.02), {
            ...BODY,
            a: 0.7,
          }),
        ],
      }),
    ],
  }
}

/** Changes whenever the scene does: the pose is in the frames, not here. */
export const sceneKey = (belief: WorldState | undefined): string =>
  belief === undefined ? '' : JSON.stringify([belief.gripper.cups, [...belief.zones], belief.shelf])

/** height of letters, metres */
const LETTERS = 0.06
const GREY = color(0.55, 0.55, 0.55)
const GREEN = color(0.2, 0.65, 0.35)
const BLUE = color(0.16, 0.44, 0.86)
const ORANGE = color(0.93, 0.5, 0.1)
const UNSEEN = color(0.62, 0.6, 0.56)
const BODY = color(0.25, 0.27, 0.3, 0.85)
const FACES: Readonly<Record<Face, Color>> = { blue: BLUE, orange: ORANGE, unknown: UNSEEN }

const block = (x: number, y: number, z: number, face: Face): object =>
  cube(vec(x, y, z + BLOCK.z / 2), vec(BLOCK.x, BLOCK.y, BLOCK.z), FACES[face])

function rectangle(corner: Vec, width: number, depth: number, paint: Color): object {
  const { x, y, z } = corner
  return loop([corner, vec(x + width, y, z), vec(x + width, y + depth, z), vec(x, y + depth, z)], paint)
}

const around = (
  centre: { readonly x: number; readonly y: number },
  size: { readonly x: number; readonly y: number },
  paint: Color,
): object => rectangle(vec(centre.x - size.x / 2, centre.y - size.y / 2), size.x, size.y, paint)

function circle(centre: Vec, radius: number, paint: Color): object {
  const corners = 24
  const angles = Array.from({ length: corners }, (_, i) => (2 * Math.PI * i) / corners)
  return loop(
    angles.map((angle) => vec(centre.x + radius * Math.cos(angle), centre.y + radius * Math.sin(angle))),
    paint,
  )
}

function zoneShapes(zone: Zone): Shapes {
  return {
    lines: [around(zone.at, zone.size, zone.kind === 'load' ? BLUE : GREEN)],
    texts: [
      caption(`${zone.kind} ${zone.id}`, vec(zone.at.x, zone.at.y - zone.size.y / 2, 0.02), GREY, LETTERS),
    ],
  }
}

function shelfShapes({ shelf }: FieldMap, belief: WorldState | undefined): Shapes {
  const place = belief?.shelf === 'target' ? shelf.target : shelf.at
  const paint = { ...(belief?.shelf === 'unknown' ? UNSEEN : ORANGE), a: 0.4 }
  const { x, y } = shelf.size
  return {
    cubes: [cube(vec(place.x, place.y, SHELF_HEIGHT / 2), vec(x, y, SHELF_HEIGHT), paint)],
    lines: [around(shelf.target, shelf.size, GREY)],
    texts: [caption('shelf', vec(place.x, place.y, SHELF_HEIGHT + 0.02), GREY, LETTERS)],
  }
}

function blocksOn(zone: Zone, belief: WorldState | undefined): object[] {
  return SLOTS.flatMap((slot) => {
    const believed = belief?.zones.get(zone.id)?.slots[slot]
    const lies = belief === undefined ? zone.kind === 'load' : believed !== null && believed !== undefined
    const { x, y } = slotCentre(zone, slot)
    return lies ? [block(x, y, 0, believed?.face ?? 'unknown')] : []
  })
}

const heldBlocks = (belief: WorldState | undefined): object[] =>
  SLOTS.flatMap((slot) => {
    const held = belief?.gripper.cups[slot]
    return held === null || held === undefined ? [] : [block(slotOffset(slot), 0, 0, held.face)]
  })
