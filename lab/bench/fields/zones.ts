import type { Zone } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m } from '#base/units.js'
import { areApart } from './room.js'

type Between = (low: number, high: number) => number

/** What a field is to have; where, is drawn until it fits. */
export interface Shape {
  readonly loads: number
  readonly unloads: number
  /** the unload zone, counted from 0, that waits for the shelf; −1 = none */
  readonly gated: number
  readonly size: Zone['size']
  readonly ids: readonly number[]
  readonly layout: Layout
}

export function drawShape(rng: Rng): Shape {
  const loads = rng.pick([1, 2, 2, 3, 3, 4])
  const unloads = rng.chance(0.15) ? Math.max(1, loads - 1) : Math.min(4, loads + rng.int(2))
  const small = rng.chance(0.2)
  return {
    loads,
    unloads,
    gated: rng.chance(0.6) ? rng.int(unloads) : -1,
    size: { x: m(small ? 0.26 : 0.3), y: m(small ? 0.2 : 0.25) },
    ids: numbers(rng, loads + unloads),
    layout: rng.pick(LAYOUTS),
  }
}

/** Zones one after the other, each where there is room; undefined when one finds none. */
export function placeZones(
  rng: Rng,
  { loads, unloads, gated, size, ids, layout }: Shape,
  between: Between,
  reach: number,
): readonly Zone[] | undefined {
  const spot = layout(rng, between, reach)
  const zones: Zone[] = []
  for (let i = 0; i < loads + unloads; i++) {
    const kind = i < loads ? 'load' : 'unload'
    const zone = (): Zone => {
      const { x, y } = spot(i)
      return {
        id: ids[i] ?? i + 1,
        kind,
        at: { x: m(x), y: m(y) },
        size,
        needsShelf: kind === 'unload' && i - loads === gated,
      }
    }
    const tries = Array.from({ length: TRIES }, zone)
    const fits = tries.find((one) => zones.every((other) => areApart(one, other)))
    if (fits === undefined) return undefined
    zones.push(fits)
  }
  return zones.toSorted((a, b) => a.id - b.id)
}

const TRIES = 30

/** Ids in order, in any order, or without the first ones: zone 1 need not be a load zone, nor be there at all. */
function numbers(rng: Rng, count: number): readonly number[] {
  const spare = MOST - count
  const first = rng.chance(0.4) && spare > 0 ? 1 + rng.int(spare) : 0
  const free = Array.from({ length: MOST - first }, (_, i) => 1 + first + i)
  return rng.chance(0.7) ? shuffled(rng, free) : free
}

const MOST = 8

type Layout = (
  rng: Rng,
  between: Between,
  reach: number,
) => (i: number) => { readonly x: number; readonly y: number }

/**
 * Anywhere; along the diagonal; load zones on one side and unload zones on the other; two knots. None is the
 * engine's.
 */
const LAYOUTS: readonly Layout[] = [
  (_, between, reach) => () => ({ x: between(0.2, reach - 0.2), y: between(0.2, 1.5) }),
  (rng, between, reach) => {
    const falls = rng.chance(0.5)
    return () => {
      const x = between(0.2, reach - 0.2)
      const along = (x - 0.2) / Math.max(0.1, reach - 0.4)
      const y = 0.4 + 0.9 * (falls ? 1 - along : along) + between(-0.25, 0.25)
      return { x, y: millimetres(Math.min(1.5, Math.max(0.2, y))) }
    }
  },
  (_, between, reach) => (i) => ({
    x: i < 4 ? between(0.2, reach * 0.45) : between(reach * 0.55, reach - 0.2),
    y: between(0.2, 1.5),
  }),
  (_, between, reach) => {
    const knots = [between(0.45, reach * 0.4), between(reach * 0.6, reach - 0.45)]
    return (i) => {
      const x = (knots[i % 2] ?? 1) + between(-0.4, 0.4)
      return { x: millimetres(Math.min(reach - 0.2, Math.max(0.2, x))), y: between(0.2, 1.5) }
    }
  },
]

export function shuffled<T>(rng: Rng, items: readonly T[]): T[] {
  const out = [...items]
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.int(i + 1)
    ;[out[i], out[j]] = [out[j] as T, out[i] as T]
  }
  return out
}

export const millimetres = (metres: number): number => Math.round(metres * 1000) / 1000
