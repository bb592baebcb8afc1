import { DOCK, floorOf } from '../fact.js'
import type { Container, Flat, HomeScene, Stand, Surface } from '../scene.js'
import { distance } from './boxes.js'

/** longest distance from the robot's centre at which its arm still reaches, m */
export const REACH = 1.3

/** The room that a point lies in; `undefined` outside. */
export const roomAt = (scene: HomeScene, p: Flat): string | undefined =>
  Object.entries(scene.rooms).find(
    ([, { from, to }]) => p.x >= from.x && p.x <= to.x && p.y >= from.y && p.y <= to.y,
  )?.[0]

/** The room whose floor this place is. */
export const roomOfFloor = (scene: HomeScene, place: string): string | undefined =>
  Object.keys(scene.rooms).find((room) => floorOf(room) === place)

export const furnitureOf = (scene: HomeScene, place: string): Surface | Container | undefined =>
  scene.surfaces[place] ?? scene.containers[place]

export const isPlace = (scene: HomeScene, name: string): boolean =>
  furnitureOf(scene, name) !== undefined || roomOfFloor(scene, name) !== undefined

/** Every spot that stays where it is, with where the robot stands at it; a door has one for each of its sides. */
export function standsOf(scene: HomeScene): readonly { readonly spot: string; readonly stand: Stand }[] {
  return [
    { spot: DOCK, stand: scene.dock },
    ...Object.entries(scene.surfaces).map(([spot, { stand }]) => ({ spot, stand })),
    ...Object.entries(scene.containers).map(([spot, { stand }]) => ({ spot, stand })),
    ...Object.entries(scene.doors).flatMap(([spot, { stands }]) =>
      Object.values(stands).map((stand) => ({ spot, stand })),
    ),
  ]
}

/**
 * Where things lie on a surface or in a container: a grid, nearest to the robot's stand first, as far as its arm
 * reaches.
 */
export function slotsOf(furniture: Surface | Container): readonly Flat[] {
  const { at, size, stand } = furniture
  const inside = 'opens' in furniture
  const span = (length: number): number[] => {
    const count = Math.max(1, Math.floor((length - EDGE) / SPACING) + 1)
    return Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * SPACING)
  }
  const grid = span(size.x).flatMap((dx) => span(size.y).map((dy) => ({ x: at.x + dx, y: at.y + dy })))
  const near = grid.filter((slot) => distance(slot, stand) <= REACH - 0.1)
  return near.toSorted((a, b) => distance(a, stand) - distance(b, stand)).slice(0, inside ? 4 : 8)
}

const SPACING = 0.28
const EDGE = 0.24

/** Height at which things stand there, m. */
export function restHeight(furniture: Surface | Container): number {
  if (!('opens' in furniture)) return furniture.z + furniture.size.z
  // one shelf below the top: what is inside is seen from above when the front is open
  return furniture.z + furniture.size.z - 0.3
}
