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
  /** without it nothing casts a shadow */
  readonly shadows: ShadowMap | undefined
}

/** Gives points of the picture their colours: a far light with highlights, light from all around, textures. */
export class Painter {
  readonly #surface = newSurface()
  readonly #painted: Painted
  readonly #horizon: readonly number[]
  readonly #zenith: readonly number[]
  /** towards the light */
  readonly #light: Float64Array

  constructor(painted: Painted) {
    this.#painted = painted
    this.#horizon = painted.background.horizon.map(toLinear)
    this.#zenith = painted.background.zenith.map(toLinear)
    const { direction } = painted.lights
    const length = Math.hypot(...direction)
    this.#light = Float64Array.from(direction, (x) => -x / length)
  }

  /** Writes the point of the world at x, y (pixels) and nearness. */
  locate(point: Float64Array, x: number, y: number, nearness: number): void {
    const { axes, origin, scale, width, height } = this.#painted.camera
    const depth = 1 / nearness
    const [right, up] = [((x - width / 2) * depth) / scale, ((height / 2 - y) * depth) / scale]
    for (let i = 0; i < 3; i++)
      point[i] = at(origin, i) + right * at(axes, i) + up * at(axes, 3 + i) - depth * at(axes, 6 + i)
  }

  /** Colour of the background at x, y: three levels in one number, 0xrrggbb. */
  behind(x: number, y: number): number {
    const { axes, scale, width, height } = this.#painted.camera
    const [right, up] = [(x - width / 2) / scale, (height / 2 - y) / scale]
    const rise = right * at(axes, 2) + up * at(axes, 5) - at(axes, 8)
    const share = Math.max(0, rise / Math.sqrt(1 + right * right + up * up))
    const mix = (i: number): number =>
      at(this.#horizon, i) + share * (at(this.#zenith, i) - at(this.#horizon, i))
    return packed(mix(0), mix(1), mix(2))
  }

  /** Colour of a triangle at x, y and nearness, packed as above. */
  colour(x: number, y: number, nearness: number, triangle: number): number {
    const { list, instances, camera, lights, shadows } = this.#painted
    const surface = this.#surface
    const { point, normal, local } = surface
    const owner = list.owner[triangle] as number
    const instance = instances[owner >> 3] as Instance
    this.locate(point, x, y, nearness)
    findNormal(surface, instance, owner & 7, list.source[triangle] as number)
    const [vx, vy, vz] = [0, 1, 2].map((i) => at(camera.origin, i) - at(point, i)) as [number, number, number]
    const away = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz)
    const facing = Math.max(0, (vx * at(normal, 0) + vy * at(normal, 1) + vz * at(normal, 2)) * away)
    const footprint = 1 / (nearness * camera.scale * Math.max(facing, 0.1))
    const tone = texture(instance, local, footprint)
    const lambert = dot(normal, this.#light)
    const share = lambert <= 0 ? 0 : (shadows?.reaches(point, normal) ?? 1)
    const direct = share * Math.max(0, lambert)
    const shine = share * this.#highlight(instance, [vx * away, vy * away, vz * away])
    const fresnel = 0.25 * instance.specular * (1 - facing) ** 4
    const up = 0.5 + 0.5 * at(normal, 2)
    const channel = (i: number): number => {
      const ambient = at(lights.ground, i) + up * (at(lights.sky, i) - at(lights.ground, i))
      const diffuse = tone * at(instance.colour, i) * (ambient + direct * at(lights.key, i))
      return diffuse + shine * at(lights.key, i) + fresnel * at(lights.sky, i)
    }
    return packed(channel(0), channel(1), channel(2))
  }

  /** The highlight after Blinn 1977 in the view from a direction. */
  #highlight({ specular, power }: Instance, view: readonly [number, number, number]): number {
    const { normal } = this.#surface
    const light = this.#light
    const [hx, hy, hz] = [view[0] + at(light, 0), view[1] + at(light, 1), view[2] + at(light, 2)]
    const along = hx * at(normal, 0) + hy * at(normal, 1) + hz * at(normal, 2)
    if (along <= 0) return 0
    const cosine = along / Math.sqrt(hx * hx + hy * hy + hz * hz)
    return specular * cosine ** power
  }
}

const packed = (r: number, g: number, b: number): number =>
  (toLevel(r) << 16) | (toLevel(g) << 8) | toLevel(b)
const at = (values: ArrayLike<number>, i: number): number => values[i] as number
const dot = (a: Float64Array, b: Float64Array): number =>
  at(a, 0) * at(b, 0) + at(a, 1) * at(b, 1) + at(a, 2) * at(b, 2)
