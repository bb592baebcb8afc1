import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap, ZoneId } from '#base/field-map.js'
import { rectify, type Raster } from '#base/rectify.js'
import type { Frame } from '#learning/ports.js'
import { BLOCK_TOP_M, quadOf, zoneRect } from './regions.js'

/** size of a zone's patch, pixels */
export const PATCH = { width: 96, height: 80 } as const

/**
 * A zone with its rim seen from straight above, at the height of a block's face; `undefined` when the camera cannot see
 * it.
 */
export const zonePatch = perFrame((frame, camera, map, zone): Raster | undefined => {
  const quad = quadOf(camera, zoneRect(map, zone), BLOCK_TOP_M)
  return quad === undefined ? undefined : rectify(frame, quad, PATCH.width, PATCH.height)
})

type OfZone<T> = (frame: Frame, camera: CameraModel, map: FieldMap, zone: ZoneId) => T

/**
 * Caches a reader's result per picture, for as long as the picture lives: several readers need the same result, and
 * computing it is expensive (one or two milliseconds per zone). Pictures are immutable.
 */
export function perFrame<T>(look: OfZone<T>): OfZone<T> {
  const found = new WeakMap<Frame, WeakMap<CameraModel, WeakMap<FieldMap, Map<ZoneId, T>>>>()
  return (frame, camera, map, zone) => {
    const ofMap = within(within(found, frame), camera)
    let zones = ofMap.get(map)
    if (zones === undefined) ofMap.set(map, (zones = new Map<ZoneId, T>()))
    if (!zones.has(zone)) zones.set(zone, look(frame, camera, map, zone))
    return zones.get(zone) as T
  }
}

/** @param values are sorted in place */
export function median(values: Float64Array): number {
  values.sort()
  return values[values.length >> 1] ?? 0
}

/** Median of integers by counting: takes a quarter of the time. */
export class WholeMedian {
  readonly #counts: Uint32Array
  #all = 0

  /** @param most largest value; values start at 0 */
  constructor(most: number) {
    this.#counts = new Uint32Array(most + 1)
  }

  add(value: number): void {
    this.#counts[value] = (this.#counts[value] as number) + 1
    this.#all++
  }

  get value(): number {
    let left = this.#all >> 1
    return Math.max(
      0,
      this.#counts.findIndex((count) => (left -= count) < 0),
    )
  }
}

function within<K extends object, I extends object, T>(
  maps: WeakMap<K, WeakMap<I, T>>,
  key: K,
): WeakMap<I, T> {
  const known = maps.get(key)
  if (known !== undefined) return known
  const made = new WeakMap<I, T>()
  maps.set(key, made)
  return made
}
