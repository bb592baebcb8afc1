import type { Vec3 } from '#base/camera-model.js'
import type { Instance } from '../geometry/instances.js'
import { Projector, type Projection } from '../geometry/projector.js'
import { rasterise, visibilityOf, type Visibility } from '../geometry/rasterise.js'
import { TriangleList } from '../geometry/triangle-list.js'
import { axesAlong } from '../pose.js'

/** A part of the plane across the light, metres in the light's frame. */
export interface Extent {
  left: number
  right: number
  bottom: number
  top: number
}

/** How finely a light is drawn, and how far its shadows blur. */
interface Grain {
  /** texels on each side of the map */
  readonly size: number
  /** places around a point that are looked up for the share of the light that reaches it */
  readonly taps: number
  /** metres beyond which an edge gets no softer */
  readonly softest: number
}

/** Metres by which something has to be nearer to the light to cast a shadow. */
const BIAS = 0.0015
/** Places that are looked up first, to see whether there is a shadow at all. */
const PROBES = 10

/** What the light sees of the scene, and how much of the light reaches a point. */
export class ShadowMap {
  readonly #list = new TriangleList()
  readonly #projector = new Projector(this.#list)
  readonly #grain: Grain
  readonly #map: Visibility
  readonly #disk: Float64Array
  readonly #probes = disk(PROBES)
  /** metres between the point that `keeps` was last asked for and what is above it, when it kept any light */
  gap = 0
  /** a point in the map: texels, metres towards the light, and metres for each texel */
  readonly #place = { x: 0, y: 0, nearness: 0, slopeX: 0, slopeY: 0, sum: 0 }
  #projection: Projection
  #softness = 0
  #isEmpty = true

  constructor(grain: Grain) {
    this.#grain = grain
    this.#map = visibilityOf(grain.size, grain.size)
    this.#disk = disk(grain.taps)
    this.#projection = nowhere(grain.size, new Float64Array(9))
  }

  /** Turns to a light. */
  aim(direction: Vec3, softness: number): void {
    this.#projection = nowhere(this.#grain.size, axesAlong(direction))
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
    const { size, softest } = this.#grain
    const left = Math.max(all.left, seen.left) - softest
    const right = Math.min(all.right, seen.right) + softest
    const bottom = Math.max(all.bottom, seen.bottom) - softest
    const top = Math.min(all.top, seen.top) + softest
    if (!(right > left && top > bottom)) return
    const { axes } = this.#projection
    const [x, y] = [(left + right) / 2, (bottom + top) / 2]
    const origin = Float64Array.from([0, 1, 2], (i) => x * at(axes, i) + y * at(axes, 3 + i))
    const scale = size / Math.max(right - left, top - bottom)
    this.#projection = { ...nowhere(size, axes), origin, scale }
    this.#list.clear()
    casters.forEach((instance, i) => this.#projector.add(instance, i, this.#projection))
    rasterise(this.#list, this.#map)
    this.#isEmpty = false
  }

  /**
   * Share of the light that is kept from a point of a surface that faces it, 0…1. The edge of a shadow is the softer,
   * the farther away what casts it is (percentage-closer soft shadows, Fernando 2005).
   */
  keeps(point: Float64Array, normal: Float64Array): number {
    if (this.#isEmpty) return 0
    const { axes, origin, scale, width } = this.#projection
    const { softest, taps } = this.#grain
    const place = this.#place
    const steep = Math.max(along(axes, 6, normal), 0.1) * scale
    place.x = width / 2 + scale * (along(axes, 0, point) - along(axes, 0, origin))
    place.y = width / 2 - scale * (along(axes, 3, point) - along(axes, 3, origin))
    place.nearness = along(axes, 6, point) - along(axes, 6, origin) + BIAS
    place.slopeX = -along(axes, 0, normal) / steep
    place.slopeY = along(axes, 3, normal) / steep
    const widest = Math.max(2, softest * scale)
    const count = this.#cover(this.#probes, widest)
    if (count === 0) return 0
    this.gap = place.sum / count - place.nearness
    return this.#cover(this.#disk, Math.max(1.5, Math.min(widest, this.gap * this.#softness * scale))) / taps
  }

  /** How many places around `#place` are in a shadow; `sum` is then the nearness of what covers them, summed. */
  #cover(offsets: Float64Array, radius: number): number {
    const { nearness, width } = this.#map
    const place = this.#place
    let count = 0
    let sum = 0
    for (let i = 0; i < offsets.length; i += 2) {
      const x = Math.floor(place.x + radius * (offsets[i] as number))
      const y = Math.floor(place.y + radius * (offsets[i + 1] as number))
      if (x < 0 || y < 0 || x >= width || y >= width) continue
      const there = nearness[y * width + x] as number
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

const nowhere = (size: number, axes: Float64Array): Projection => ({
  perspective: false,
  axes,
  origin: new Float64Array(3),
  scale: 1,
  width: size,
  height: size,
})

/** Places x, y spread evenly in a circle of radius 1, one of them in the middle (Vogel 1979). */
function disk(count: number): Float64Array {
  return Float64Array.from({ length: 2 * count }, (_, k) => {
    const i = k >> 1
    const angle = i * 2.399963229728653 + (k & 1 ? 0 : Math.PI / 2)
    return Math.sqrt(i / (count - 0.5)) * Math.sin(angle)
  })
}

const at = (values: Float64Array, i: number): number => values[i] as number
const along = (axes: Float64Array, row: number, v: Float64Array): number =>
  at(axes, row) * at(v, 0) + at(axes, row + 1) * at(v, 1) + at(axes, row + 2) * at(v, 2)
