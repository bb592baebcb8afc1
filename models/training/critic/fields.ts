import type { FieldMap, Zone } from '../../../src/base/field-map.js'
import type { Rng } from '../../../src/base/random.js'
import { m } from '../../../src/base/units.js'

/** Families of random fields. `rows` and the shipped layout are kept for the test split only. */
export type Family = 'scatter' | 'grid' | 'rows' | 'shipped'

const SIZE = { x: m(0.3), y: m(0.25) }

export function randomField(rng: Rng, family: Family): FieldMap {
  for (;;) {
    const places = family === 'shipped' ? SHIPPED : placesOf(rng, family)
    const map = build(rng, places, family)
    if (map) return map
  }
}

type Place = readonly [x: number, y: number]

/** Zones 1…8 of the fields F1…F5 (odd = load). */
const SHIPPED: readonly Place[] = [
  [0.45, 0.45],
  [0.8, 0.8],
  [0.45, 1.15],
  [0.3, 0.8],
  [1.15, 0.45],
  [1.5, 0.8],
  [1.15, 1.15],
  [1.5, 0.35],
]

function placesOf(rng: Rng, family: Family): Place[] {
  const between = (a: number, b: number): number => a + (b - a) * rng.next()
  if (family === 'scatter') return Array.from({ length: 8 }, () => [between(0.22, 1.68), between(0.38, 1.3)])
  if (family === 'rows') {
    const row = (y: number): Place[] =>
      [0.3, 0.72, 1.14, 1.56].map((x) => [x + between(-0.04, 0.04), y + between(-0.05, 0.05)])
    const [near, far] = [row(0.52), row(1.1)]
    return [0, 1, 2, 3].flatMap((i) => [near[i] as Place, far[i] as Place])
  }
  const cells = [0.5, 0.85, 1.2].flatMap((y) => [0.3, 0.75, 1.2, 1.6].map((x): Place => [x, y]))
  return shuffled(rng, cells)
    .slice(0, 8)
    .map(([x, y]) => [x + between(-0.06, 0.06), y + between(-0.04, 0.04)])
}

function build(rng: Rng, places: readonly Place[], family: Family): FieldMap | undefined {
  const shipped = family === 'shipped'
  const count = !shipped && rng.chance(0.12) ? 6 : 8
  const gated = shipped ? 4 : rng.chance(0.7) ? 2 * (1 + rng.int(count / 2)) : 0
  const flip = !shipped && rng.chance(0.15)
  const zones = places.slice(0, count).map(([x, y], i): Zone => {
    const id = i + 1
    const load = (id % 2 === 1) !== flip
    return {
      id,
      kind: load ? 'load' : 'unload',
      at: { x: m(x), y: m(y) },
      size: SIZE,
      needsShelf: !load && id === gated,
    }
  })
  const map: FieldMap = {
    id: family,
    size: { x: m(3), y: m(2) },
    zones,
    home: shipped ? home(0.3, 1.75) : home(0.28 + 1.3 * rng.next(), 1.66 + 0.12 * rng.next()),
    shelf: shipped ? SHIPPED_SHELF : randomShelf(rng),
  }
  return isClear(map) ? map : undefined
}

const home = (x: number, y: number): FieldMap['home'] => ({ at: { x: m(x), y: m(y) }, radius: m(0.1) })

const SHIPPED_SHELF: FieldMap['shelf'] = {
  at: { x: m(0.7), y: m(0.2) },
  target: { x: m(0.3), y: m(0.2) },
  size: { x: m(0.3), y: m(0.15) },
}

function randomShelf(rng: Rng): FieldMap['shelf'] {
  const way = (rng.chance(0.5) ? 1 : -1) * (0.3 + 0.35 * rng.next())
  const x = Math.max(0.22, -way + 0.22) + rng.next() * (1.45 - Math.abs(way) - 0.22)
  const y = m(0.12 + 0.1 * rng.next())
  return {
    at: { x: m(x), y },
    target: { x: m(x + way), y },
    size: { x: m(0.26 + 0.1 * rng.next()), y: m(0.13 + 0.06 * rng.next()) },
  }
}

/** No two zones touch, and none lies under the shelf's way. */
function isClear({ zones, shelf, id }: FieldMap): boolean {
  if (id === 'shipped') return true
  const apart = (a: Zone, b: Zone): boolean =>
    Math.abs(a.at.x - b.at.x) > 0.34 || Math.abs(a.at.y - b.at.y) > 0.29
  if (zones.some((a, i) => zones.slice(i + 1).some((b) => !apart(a, b)))) return false
  const left = Math.min(shelf.at.x, shelf.target.x) - shelf.size.x / 2
  const right = Math.max(shelf.at.x, shelf.target.x) + shelf.size.x / 2
  return zones.every(
    ({ at }) => at.y - 0.125 > shelf.at.y + shelf.size.y / 2 || at.x - 0.16 > right || at.x + 0.16 < left,
  )
}

export function shuffled<T>(rng: Rng, items: readonly T[]): T[] {
  const out = [...items]
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.int(i + 1)
    ;[out[i], out[j]] = [out[j] as T, out[i] as T]
  }
  return out
}
