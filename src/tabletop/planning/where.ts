import type { Vector } from '../arm/pose.js'
import type { ItemPose } from '../physics/physics.js'
import { closureNamed, moved } from '../scene/closures.js'
import { ITEMS, itemNamed, type Item } from '../scene/items.js'
import { PLACES, TABLE, type Place } from '../scene/places.js'
import { PLUG_FRONT, SOCKETS } from '../scene/sockets.js'

/** Positions of things and openings of closures: as they are, or as they were seen. */
export interface Standing {
  readonly items: ReadonlyMap<string, ItemPose>
  /** metres or radians */
  readonly slides: ReadonlyMap<string, number>
}

/** The value of `location`: the thing on which it stands, the socket in which it sticks, or its place. */
export function whereIs(item: Item, { items, slides }: Standing): string | undefined {
  const at = items.get(item.name)?.position
  if (at === undefined) return undefined
  const socket = SOCKETS.find(({ face }) => item.name === 'charger_plug' && isSeated(at, face))
  if (socket !== undefined) return socket.name
  const below = ITEMS.find(
    (other) => other !== item && standsOn({ item, at }, other, items.get(other.name)?.position),
  )
  if (below !== undefined) return below.name
  const place = placeAt(at, slides)
  const floor = place === TABLE ? 0 : middleOf(place, slides)[2]
  // it stands on something that is not known: nobody can tell on what
  return at[2] - item.half - floor > RAISED ? undefined : place.name
}

/** The place over which a point is; the table where it is over no other. */
export const placeAt = (at: Vector, slides: ReadonlyMap<string, number>): Place =>
  PLACES.find((each) => each !== TABLE && isIn(at, each, slides)) ?? TABLE

/** The middle of a place as it is now: that of a drawer moves with it. */
export function middleOf({ middle, movesWith }: Place, slides: ReadonlyMap<string, number>): Vector {
  const closure = movesWith === undefined ? undefined : closureNamed(movesWith)
  return closure === undefined ? middle : moved(closure, middle, slides.get(closure.name) ?? 0)
}

/** Things that move along when a closure moves: those that stand in what belongs to it. */
export function carriedBy(closure: string, { items, slides }: Standing): string[] {
  const places = PLACES.filter(({ movesWith }) => movesWith === closure)
  return [...items].flatMap(([name, { position }]) =>
    itemNamed(name) !== undefined && places.some((place) => isIn(position, place, slides)) ? [name] : [],
  )
}

/** Distances that count as standing on or in something, metres. */
const BESIDE = 0.025
const ABOVE = 0.015
const RAISED = 0.009
const SEATED: Vector = [0.012, 0.01, 0.012]
const HIGHEST = 0.16

function standsOn(
  upper: { readonly item: Item; readonly at: Vector },
  lower: Item,
  at: Vector | undefined,
): boolean {
  if (at === undefined) return false
  const gap = upper.at[2] - upper.item.half - (at[2] + lower.half)
  return Math.hypot(upper.at[0] - at[0], upper.at[1] - at[1]) < BESIDE && Math.abs(gap) < ABOVE
}

function isIn([x, y, z]: Vector, place: Place, slides: ReadonlyMap<string, number>): boolean {
  const [middleX, middleY, floor] = middleOf(place, slides)
  const [halfX, halfY] = place.half
  return Math.abs(x - middleX) < halfX && Math.abs(y - middleY) < halfY && z > floor - 0.01 && z < HIGHEST
}

const isSeated = (at: Vector, face: Vector): boolean =>
  [face[0] - PLUG_FRONT, face[1], face[2]].every(
    (value, index) => Math.abs(value - (at[index] ?? 0)) < (SEATED[index] ?? 0),
  )
