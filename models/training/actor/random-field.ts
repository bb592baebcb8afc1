import type { FieldMap, Point, ZoneId } from '../../../src/base/field-map.js'
import type { Rng } from '../../../src/base/random.js'
import { m } from '../../../src/base/units.js'

/** A field with random zones: ids, number and places vary, so that the model learns to copy and not to recite. */
export function randomField(rng: Rng, id: string): FieldMap {
  const usual = rng.chance(0.5)
  const ids: readonly ZoneId[] = usual ? [1, 3, 5, 7, 2, 4, 6, 8] : shuffle(rng, [1, 2, 3, 4, 5, 6, 7, 8])
  const loads = usual ? 4 : 2 + rng.int(3)
  const unloads = usual ? 4 : Math.max(loads, 2 + rng.int(3))
  const closed = rng.chance(0.75) ? (usual ? 4 : ids[loads + rng.int(unloads)]) : undefined
  return {
    id,
    size: { x: m(3), y: m(2) },
    zones: ids.slice(0, loads + unloads).map((zone, i) => ({
      id: zone,
      kind: i < loads ? 'load' : 'unload',
      at: point(rng),
      size: { x: m(0.3), y: m(0.25) },
      needsShelf: zone === closed,
    })),
    home: { at: point(rng), radius: m(0.2) },
    shelf: { at: point(rng), target: point(rng), size: { x: m(0.2), y: m(0.2) } },
  }
}

export function shuffle<T>(rng: Rng, items: readonly T[]): T[] {
  const out = [...items]
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.int(i + 1)
    ;[out[i], out[j]] = [out[j] as T, out[i] as T]
  }
  return out
}

const point = (rng: Rng): Point => ({ x: m(0.2 + 2.6 * rng.next()), y: m(0.2 + 1.6 * rng.next()) })
