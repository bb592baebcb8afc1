import { bitsMask, type FieldMap, type Mask, type Zone, type ZoneId } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { routesOf } from '#forecast/plan/route.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { checkField } from '#config/field/field-checks.js'
import type { ZoneEntry } from '#config/field/field-schema.js'
import { isRoomy } from './room.js'
import { drawShape, millimetres, placeZones, type Shape } from './zones.js'

export interface RandomFieldsOptions {
  readonly count: number
  readonly seed: number
  /** no zone, shelf or home lies beyond this x, metres */
  readonly reach?: number
}

/**
 * Fields all over the 3 × 2 m, of a generator of their own: other layouts than those that models were
 * trained on, one to four load zones, more or fewer unload zones, ids in order, in any order, or without the
 * first ones. The streams of random numbers carry this generator's name, so no field of it is one of the
 * data engine's. The same count, seed and reach give the same fields, and field n is the same whatever the
 * count.
 */
export const randomFields = ({ count, seed, reach = WIDTH }: RandomFieldsOptions): readonly FieldSetup[] =>
  Array.from({ length: count }, (_, n) => randomField(seed, n + 1, reach))

const WIDTH = 3
const DEPTH = 2
/** Draws of places for one field. */
const MOST_DRAWS = 5000

function randomField(seed: number, number: number, reach: number): FieldSetup {
  const rng = stream('whole fields', seed, number, reach)
  const shape = drawShape(rng)
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const setup = drawn(rng, `W${seed}-${number}`, shape, reach)
    if (setup !== undefined && suits(setup)) return setup
  }
  throw new RangeError(`no field fits into ${reach} m: give --field-reach more room`)
}

function drawn(rng: Rng, id: string, shape: Shape, reach: number): FieldSetup | undefined {
  const between = (low: number, high: number): number => millimetres(low + (high - low) * rng.next())
  const zones = placeZones(rng, shape, between, reach)
  if (zones === undefined) return undefined
  const share = rng.pick([0, 0.25, 0.4, 0.5, 0.5, 0.6, 0.75, 1])
  const loads = zones.filter(({ kind }) => kind === 'load')
  const map: FieldMap = {
    id,
    size: { x: m(WIDTH), y: m(DEPTH) },
    zones,
    home: { at: { x: m(between(0.25, reach - 0.25)), y: m(between(0.3, 1.78)) }, radius: m(0.12) },
    shelf: shelfOf(rng, between, reach),
  }
  return {
    map,
    orange: new Map(loads.map((zone): [ZoneId, Mask] => [zone.id, faces(rng, share)])),
    start: { ...map.home.at, theta: rad(0) },
  }
}

function faces(rng: Rng, share: number): Mask {
  const bits = [1, 2, 4, 8].filter(() => rng.chance(share))
  return bitsMask(bits.reduce((sum, bit) => sum + bit, 0))
}

function shelfOf(rng: Rng, between: (low: number, high: number) => number, reach: number): FieldMap['shelf'] {
  const travel = (rng.chance(0.5) ? 1 : -1) * between(0.25, 0.7)
  const x = between(0.25 + Math.max(0, -travel), Math.max(0.26, reach - 0.25 - Math.max(0, travel)))
  const y = m(between(0.12, 0.3))
  return {
    at: { x: m(x), y },
    target: { x: m(millimetres(x + travel)), y },
    size: { x: m(between(0.26, 0.36)), y: m(between(0.13, 0.19)) },
  }
}

/** Lawful as a field file, room between all things, and every pair of zones that could be served can be. */
function suits(setup: FieldSetup): boolean {
  const { map } = setup
  if (!isRoomy(map) || checkField(draftOf(setup)).length > 0) return false
  const count = (kind: Zone['kind']): number => map.zones.filter((zone) => zone.kind === kind).length
  const best = routesOf(setup)[0]
  return (
    best !== undefined && best.score > 0 && best.trips.length === Math.min(count('load'), count('unload'))
  )
}

function draftOf({ map, orange }: FieldSetup): Parameters<typeof checkField>[0] {
  const zones = map.zones.map(({ id, kind, at, size, needsShelf }): ZoneEntry => {
    if (kind === 'unload') return { id, kind, at, size, needsShelf }
    const face = (slot: number) => (orange.get(id)?.[slot] === '1' ? 'orange' : 'blue')
    return { id, kind, at, size, faces: [face(0), face(1), face(2), face(3)] }
  })
  return { size: map.size, zones, home: map.home, shelf: map.shelf, start: undefined }
}
