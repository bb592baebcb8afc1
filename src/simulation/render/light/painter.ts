import type { Instance } from '../geometry/instances.js'
import type { Projection } from '../geometry/projector.js'
import type { TriangleList } from '../geometry/triangle-list.js'
import type { Background, Lights } from '../scene.js'
import type { ShadowMap } from './shadow-map.js'
import { toLevel, toLinear } from './srgb.js'
import { findNormal, newSurface } from './surface.js'
import { texture } from './texture.js'

/** All that the colour of a point depends on, for one picture. */
export interface Painted {
  readonly camera: Projection
  readonly list: TriangleList
  readonly instances: readonly Instance[]
  readonly lights: Lights
  readonly background: Background
  /** without them nothing casts a shadow */
  readonly shadows: Shadows | undefined
}

/** The scene as the key light sees it, and as the sky sees it, from straight above. */
interface Shadows {
  readonly key: ShadowMap
  readonly sky: ShadowMap
}

/** Gives points of the picture their colours: a far light with highlights, light from all around, textures. */
export class Painter {
  /** shares of the key light and of the light from all around that reach the next point, 0…1 */
  readonly reach = { key: 1, open: 1 }
  readonly #surface = newSurface()
  readonly #view = new Float64Array(3)
  readonly #painted: Painted
  readonly #horizon: Float64Array
  readonly #zenith: Float64Array
  /** towards the light */
  readonly #light: Float64Array

  constructor(painted: Painted) {
    this.#painted = painted
    this.#horizon = Float64Array.from(painted.background.horizon, toLinear)
    this.#zenith = Float64Array.from(painted.background.zenith, toLinear)
    const { direction } = painted.lights
    const length = Math.hypot(...direction)
    this.#light = Float64Array.from(direction, (x) => -x / length)
  }

  /** Writes the point of the world at x, y (pixels) and nearness. */
  locate(point: Float64Array, x: number, y: number, nearness: number): void {
    const { axes, origin, scale, width, height } = this.#painted.camera
    const depth = 1 / nearness
    const right = ((x - width / 2) * depth) / scale
    const up = ((height / 2 - y) * depth) / scale
    for (let i = 0; i < 3; i++)
      point[i] = at(origin, i) + right * at(axes, i) + up * at(axes, 3 + i) - depth * at(axes, 6 + i)
  }

  /** Colour of the background at x, y: three levels in one number, 0xrrggbb. */
  behind(x: number, y: number): number {
    const { axes, scale, width, height } = this.#painted.camera
    const right = (x - width / 2) / scale
    const up = (height / 2 - y) / scale
    const rise = right * at(axes, 2) + up * at(axes, 5) - at(axes, 8)
    const share = Math.max(0, rise / Math.sqrt(1 + right * right + up * up))
    const from = this.#horizon
    const to = this.#zenith
    const red = at(from, 0) + share * (at(to, 0) - at(from, 0))
    const green = at(from, 1) + share * (at(to, 1) - at(from, 1))
    const blue = at(from, 2) + share * (at(to, 2) - at(from, 2))
    return packed(red, green, blue)
  }

  /** Finds how much light reaches a triangle at x, y and nearness, and writes it into `reach`. */
  measure(x: number, y: number, nearness: number, triangle: number): void {
    const { shadows } = this.#painted
    if (shadows === undefined) return
    this.#find(x, y, nearness, triangle)
    const { point, normal } = this.#surface
    this.reach.key = dot(normal, this.#light) <= 0 ? 0 : 1 - shadows.key.keeps(point, normal)
    this.reach.open = openness(shadows.sky, point, normal)
  }

  /** Colour of a triangle at x, y and nearness in the light that `reach` says; packed as above. */
  colour(x: number, y: number, nearness: number, triangle: number): number {
    const { camera } = this.#painted
    const surface = this.#surface
    const instance = this.#find(x, y, nearness, triangle)
    const view = this.#view
    towards(view, surface.point, camera.origin)
    const facing = Math.max(0, dot(view, surface.normal))
    const footprint = 1 / (nearness * camera.scale * Math.max(facing, 0.1))
    return this.#lit(instance, texture(instance, surface.local, footprint), facing)
  }

  /** Points `#surface` at a place and returns what is there. */
  #find(x: number, y: number, nearness: number, triangle: number): Instance {
    const { list, instances } = this.#painted
    const owner = list.owner[triangle] as number
    const instance = instances[owner >> 3] as Instance
    this.locate(this.#surface.point, x, y, nearness)
    findNormal(this.#surface, instance, owner & 7, list.source[triangle] as number)
    return instance
  }

  /** Colour of the surface in the light; `facing` is the cosine of its angle to the view. */
  #lit(instance: Instance, tone: number, facing: number): number {
    const { lights } = this.#painted
    const { normal } = this.#surface
    const { key: share, open } = this.reach
    const lambert = dot(normal, this.#light)
    const direct = share * Math.max(0, lambert)
    const shine = share > 0 && lambert > 0 ? share * this.#highlight(instance) : 0
    const grazing = (1 - facing) * (1 - facing)
    const fresnel = 0.25 * instance.specular * grazing * grazing
    const up = (0.5 + 0.5 * at(normal, 2)) * open
    const { key, sky, ground } = lights
    const { colour } = instance
    const down = (0.5 - 0.5 * at(normal, 2)) * open
    const red = tone * at(colour, 0) * (down * ground[0] + up * sky[0] + direct * key[0])
    const green = tone * at(colour, 1) * (down * ground[1] + up * sky[1] + direct * key[1])
    const blue = tone * at(colour, 2) * (down * ground[2] + up * sky[2] + direct * key[2])
    return packed(
      red + shine * key[0] + fresnel * sky[0],
      green + shine * key[1] + fresnel * sky[1],
      blue + shine * key[2] + fresnel * sky[2],
    )
  }

  /** The highlight after Blinn 1977: how near the normal is to the middle between view and light. */
  #highlight({ specular, power, dull }: Instance): number {
    const { normal } = this.#surface
    const light = this.#light
    const view = this.#view
    const x = at(view, 0) + at(light, 0)
    const y = at(view, 1) + at(light, 1)
    const z = at(view, 2) + at(light, 2)
    const cosine =
      (x * at(normal, 0) + y * at(normal, 1) + z * at(normal, 2)) / Math.sqrt(x * x + y * y + z * z)
    // also false when view and light are opposite, where there is no middle
    return cosine > dull ? specular * cosine ** power : 0
  }
}

/** Metres above a surface from which on things take no light of the sky from it. */
const LOW = 0.3

/** Share of the light from all around that reaches a point: less beside and under things that are close above it. */
function openness(sky: ShadowMap, point: Float64Array, normal: Float64Array): number {
  const level = at(normal, 2)
  if (level <= 0) return 1
  const kept = sky.keeps(point, normal)
  return kept === 0 ? 1 : 1 - 0.8 * kept * Math.min(1, 2 * level) * Math.max(0, 1 - sky.gap / LOW)
}

/** Writes the direction from one point to another, of length 1. */
function towards(direction: Float64Array, from: Float64Array, to: Float64Array): void {
  const x = at(to, 0) - at(from, 0)
  const y = at(to, 1) - at(from, 1)
  const z = at(to, 2) - at(from, 2)
  const length = Math.sqrt(x * x + y * y + z * z)
  direction[0] = x / length
  direction[1] = y / length
  direction[2] = z / length
}

const packed = (r: number, g: number, b: number): number =>
  (toLevel(r) << 16) | (toLevel(g) << 8) | toLevel(b)
const at = (values: Float64Array, i: number): number => values[i] as number
const dot = (a: Float64Array, b: Float64Array): number =>
  at(a, 0) * at(b, 0) + at(a, 1) * at(b, 1) + at(a, 2) * at(b, 2)
