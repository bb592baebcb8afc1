import type { Vec3 } from '#base/camera-model.js'
import type { Instance } from '../geometry/instances.js'
import { Projector, type Projection } from '../geometry/projector.js'
import { rasterise, visibilityOf } from '../geometry/rasterise.js'
import { TriangleList } from '../geometry/triangle-list.js'
import { axesAlong } from '../pose.js'

/** A part of the plane across the light, metres in the light's frame. */
export interface Extent {
  left: number
  right: number
  bottom: number
  top: number
}

/** Texels on each side. */
const SIZE = 1024
/** Metres beyond which an edge gets no softer. */
const SOFTEST = 0.05
/** Metres by which something has to be nearer to the light to cast a shadow. */
const BIAS = 0.0015
const TAPS = 16

/** What the light sees of the scene, and how much of the light reaches a point. */
export class ShadowMap {
  readonly #list = new TriangleList()
  readonly #projector = new Projector(this.#list)
  readonly #map = visibilityOf(SIZE, SIZE)
  readonly #disk = disk(TAPS)
  readonly #ring = disk(9)
  /** a point in the map: texels, metres towards the light, and metres for each texel */
  readonly #place = { x: 0, y: 0, nearness: 0, slopeX: 0, slopeY: 0, sum: 0 }
  #projection: Projection = { ...NOWHERE, axes: new Float64Array(9) }
  #softness = 0
  #isEmpty = true

  /** Turns to a light. */
  aim(direction: Vec3, softness: number): void {
    this.#projection = { ...NOWHERE, axes: axesAlong(direction) }
    this.#softness = softness > 0 ? Math.min(softness, 1) : 0
    this.#isEmpty = true
  }

  /** Where a point of the world lies across the light: extends `extent` by it, `reach` to each side. */
  include(extent: Extent, point: Float64Array, reach: number): void {
    const { axes } = this.#projection
    const [x, y] = [along(axes, 0, point), along(axes, 3, point)]
    if (x - reach < extent.left) extent.left = x - reach
    if (x + reach > extent.right) extent.right = x + reach
    if (y - reach < extent.bottom) extent.bottom = y - reach
    if (y + reach > extent.top) extent.top = y + reach
  }

  /** Draws all that casts a shadow on what is seen, as the light sees it. A plane casts none. */
  draw(instances: readonly Instance[], seen: Extent): void {
    const casters = instances.filter(({ shape }) => shape !== 'plane')
    const all = emptyExtent()
    for (const { position, reach } of casters) this.include(all, position, reach)
    const left = Math.max(all.left, seen.left) - SOFTEST
    const right = Math.min(all.right, seen.right) + SOFTEST
    const bottom = Math.max(all.bottom, seen.bottom) - SOFTEST
    const top = Math.min(all.top, seen.top) + SOFTEST
    if (!(right > left && top > bottom)) return
    const { axes } = this.#projection
    const [x, y] = [(left + right) / 2, (bottom + top) / 2]
    const origin = Float64Array.from([0, 1, 2], (i) => x * at(axes, i) + y * at(axes, 3 + i))
    this.#projection = { ...NOWHERE, axes, origin, scale: SIZE / Math.max(right - left, top - bottom) }
    this.#list.clear()
    casters.forEach((instance, i) => this.#projector.add(instance, i, this.#projection))
    rasterise(this.#list, this.#map)
    this.#isEmpty = false
  }

  /**
   * Share of the light that reaches a point of a surface, 0…1. The edge of a shadow is the softer, the farther away
   * what casts it is (percentage-closer soft shadows, Fernando 2005).
   */
  reaches(point: Float64Array, normal: Float64Array): number {
    const facing = along(this.#projection.axes, 6, normal)
    if (facing <= 0) return 0
    if (this.#isEmpty) return 1
    const { axes, origin, scale } = this.#projection
    const place = this.#place
    const steep = Math.max(facing, 0.1) * scale
    place.x = SIZE / 2 + scale * (along(axes, 0, point) - along(axes, 0, origin))
    place.y = SIZE / 2 - scale * (along(axes, 3, point) - along(axes, 3, origin))
    place.nearness = along(axes, 6, point) - along(axes, 6, origin) + BIAS
    place.slopeX = -along(axes, 0, normal) / steep
    place.slopeY = along(axes, 3, normal) / steep
    const widest = Math.max(2, SOFTEST * scale)
    const count = this.#cover(this.#ring, widest * Math.min(1, this.#softness * 8))
    if (count === 0) return 1
    const gap = place.sum / count - place.nearness
    const radius = Math.max(1.5, Math.min(widest, gap * this.#softness * scale))
    return 1 - this.#cover(this.#disk, radius) / TAPS
  }

  /** How many places around `#place` are in a shadow; `sum` is then the nearness of what covers them, summed. */
  #cover(offsets: Float64Array, radius: number): number {
    const { nearness } = this.#map
    const place = this.#place
    let count = 0
    let sum = 0
    for (let i = 0; i < offsets.length; i += 2) {
      const x = Math.floor(place.x + radius * (offsets[i] as number))
      const y = Math.floor(place.y + radius * (offsets[i + 1] as number))
      if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) continue
      const there = nearness[y * SIZE + x] as number
      const own = place.nearness + (x + 0.5 - place.x) * place.slopeX + (y + 0.5 - place.y) * place.slopeY
      if (there > own) {
        count++
        sum += there
      }
    }
    place.sum = sum
    return count
  }
}

export const emptyExtent = (): Extent => ({
  left: Infinity,
  right: -Infinity,
  bottom: Infinity,
  top: -Infinity,
})

const NOWHERE = {
  perspective: false,
  origin: new Float64Array(3),
  scale: 1,
  width: SIZE,
  height: SIZE,
}

/** Places x, y spread evenly in a circle of radius 1 (Vogel 1979). */
function disk(count: number): Float64Array {
  return Float64Array.from({ length: 2 * count }, (_, k) => {
    const i = k >> 1
    const angle = i * 2.399963229728653 + (k & 1 ? 0 : Math.PI / 2)
    return Math.sqrt((i + 0.5) / count) * Math.sin(angle)
  })
}

const at = (values: Float64Array, i: number): number => values[i] as number
const along = (axes: Float64Array, row: number, v: Float64Array): number =>
  at(axes, row) * at(v, 0) + at(axes, row + 1) * at(v, 1) + at(axes, row + 2) * at(v, 2)
