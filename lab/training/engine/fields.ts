import {
  bitsMask,
  SLOTS,
  slotsMask,
  type FieldMap,
  type Mask,
  type Zone,
  type ZoneId,
} from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { millimetres, shuffled } from '#lab/bench/fields/zones.js'
import { isClear } from './field-room.js'
import { placesOf, SHIPPED_HOME, SHIPPED_SHELF, WHOLE_FIELD, type Family, type Place } from './layouts.js'

export type { Family } from './layouts.js'

const ZONE_SIZE = { x: m(0.3), y: m(0.25) }
const HOME_RADIUS = m(0.12)

/**
 * A field of a family: two to four load zones, as many unload zones or more, ids in any order; zones apart, none in
 * the shelf's way; coordinates in whole millimetres. Only `shipped` has the demo's layout.
 */
export function randomField(rng: Rng, family: Family): FieldMap {
  for (;;) {
    const places = placesOf(rng, family)
    const map = family === 'shipped' ? shippedMap(places) : randomMap(rng, places, family)
    if (map !== undefined && isClear(map, family)) return map
  }
}

/**
 * A field with blocks in its load zones, some the wrong way up, and the robot at home. @param id names the field's luck
 */
export function randomSetup(rng: Rng, family: Family, id: string): FieldSetup {
  const map = { ...randomField(rng, family), id }
  const share = rng.pick([0, 0.25, 0.5, 0.5, 0.5, 0.75, 1])
  const masks = map.zones
    .filter(({ kind }) => kind === 'load')
    .map((zone): [ZoneId, Mask] => [zone.id, randomFaces(rng, share)])
  return { map, orange: new Map(masks), start: { ...map.home.at, theta: rad(0) } }
}

/** Most zones by the field's share of orange blocks, some all one colour or the other. */
function randomFaces(rng: Rng, share: number): Mask {
  if (rng.chance(0.2)) return bitsMask(rng.chance(0.5) ? 0b1111 : 0)
  return slotsMask(SLOTS.filter(() => rng.chance(share)))
}

function shippedMap(places: readonly Place[]): FieldMap {
  const zones = places.map((at, i) => zone(i + 1, at, i % 2 === 0 ? 'load' : 'unload', i + 1 === 4))
  return field('shipped', zones, SHIPPED_HOME, SHIPPED_SHELF)
}

function randomMap(rng: Rng, places: readonly Place[], family: Family): FieldMap | undefined {
  const loads = rng.chance(0.6) ? 4 : 2 + rng.int(3)
  const unloads = Math.max(loads, rng.chance(0.6) ? 4 : 2 + rng.int(3))
  const ids = shuffled(rng, [1, 2, 3, 4, 5, 6, 7, 8])
  const gated = rng.chance(0.75) ? loads + rng.int(unloads) : -1
  const spots = family === 'aisle' || family === 'rows' ? places : shuffled(rng, places)
  const zones = shuffled(rng, spots)
    .slice(0, loads + unloads)
    .map((at, i) => zone(ids[i] ?? 1, at, i < loads ? 'load' : 'unload', i === gated))
    .sort((a, b) => a.id - b.id)
  const whole = WHOLE_FIELD.has(family)
  const home: Place = whole ? anyHome(rng) : [0.28 + 1.3 * rng.next(), 1.66 + 0.12 * rng.next()]
  return field(family, zones, home, randomShelf(rng, whole ? 2.6 : 1.45))
}

/** Mostly at the far side, now and then anywhere. */
const anyHome = (rng: Rng): Place => [
  0.2 + 2.6 * rng.next(),
  rng.chance(0.7) ? 1.55 + 0.27 * rng.next() : 0.4 + 1.4 * rng.next(),
]

interface ShelfPlace {
  readonly x: number
  /** along x, metres */
  readonly travel: number
  readonly y: number
  readonly size: Place
}

/** @param end how far along x it may stand, metres */
function randomShelf(rng: Rng, end: number): ShelfPlace {
  const travel = (rng.chance(0.5) ? 1 : -1) * (0.3 + 0.35 * rng.next())
  const x = Math.max(0.22, -travel + 0.22) + rng.next() * (end - Math.abs(travel) - 0.22)
  return {
    x,
    travel,
    y: 0.12 + 0.1 * rng.next(),
    size: [0.26 + 0.1 * rng.next(), 0.13 + 0.06 * rng.next()],
  }
}

function field(
  id: string,
  zones: readonly Zone[],
  home: Place,
  { x, y, travel, size }: ShelfPlace,
): FieldMap {
  return {
    id,
    size: { x: m(3), y: m(2) },
    zones,
    home: { at: point(home), radius: HOME_RADIUS },
    shelf: { at: point([x, y]), target: point([x + travel, y]), size: point(size) },
  }
}

const zone = (id: ZoneId, at: Place, kind: Zone['kind'], needsShelf: boolean): Zone => ({
  id,
  kind,
  at: point(at),
  size: ZONE_SIZE,
  needsShelf,
})

const point = ([x, y]: Place) => ({ x: m(millimetres(x)), y: m(millimetres(y)) })
