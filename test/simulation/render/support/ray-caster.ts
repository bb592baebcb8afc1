import { focalOf } from '#simulation/render/pinhole.js'
import type { CameraView, Geom } from '#simulation/render/scene.js'

/** What a picture says of places: depth along the axis and the geom in each pixel. */
interface Cast {
  readonly depth: Float64Array
  readonly mask: Uint16Array
}

type V = readonly [number, number, number]

/**
 * A ray through every pixel, met with every geom by the formulas of school: slow, and so plain that it can judge the
 * renderer. Spheres, boxes, cylinders, planes, capsules and ellipsoids; no lens.
 */
export function castRays(geoms: readonly Geom[], view: CameraView): Cast {
  const { width, height, rotation: r, position } = view
  const focal = focalOf(view)
  const depth = new Float64Array(width * height).fill(Infinity)
  const mask = new Uint16Array(width * height)
  const met = geoms.map((geom) => ({ geom, from: toLocal(geom, sub(position, geom.position)) }))
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const x = (column + 0.5 - width / 2) / focal
      const y = (height / 2 - row - 0.5) / focal
      // the part along the axis is 1: the ray's parameter is the depth
      const ray = [0, 3, 6].map((k) => x * at(r, k) + y * at(r, k + 1) - at(r, k + 2)) as unknown as V
      for (const { geom, from } of met) {
        const t = meet(geom, from, toLocal(geom, ray))
        if (t > 0.005 && t < at(depth, i)) {
          depth[i] = t
          mask[i] = geom.id
        }
      }
    }
  }
  return { depth, mask }
}

/** Where a ray enters a geom from outside, or Infinity. */
function meet({ shape, size: [a, b, c] }: Geom, from: V, ray: V): number {
  switch (shape) {
    case 'plane': {
      const t = -from[2] / ray[2]
      const isOn =
        Math.abs(from[0] + t * ray[0]) <= (a || 200) && Math.abs(from[1] + t * ray[1]) <= (b || 200)
      return ray[2] < 0 && isOn ? t : Infinity
    }
    case 'sphere':
      return round(from, ray)(a * a)
    case 'ellipsoid':
      return round([from[0] / a, from[1] / b, from[2] / c], [ray[0] / a, ray[1] / b, ray[2] / c])(1)
    case 'box':
      return entry([slab(from[0], ray[0], a), slab(from[1], ray[1], b), slab(from[2], ray[2], c)])
    case 'cylinder':
      return entry([tube(from, ray, a), slab(from[2], ray[2], b)])
    case 'capsule': {
      const side = entry([tube(from, ray, a), slab(from[2], ray[2], b)])
      const ends = [-b, b].map((z) => round([from[0], from[1], from[2] - z], ray)(a * a))
      return Math.min(side, ...ends)
    }
    case 'mesh':
      return Infinity
  }
}

/** Where a ray enters a sphere around the origin. */
const round = (from: V, ray: V) => (radiusSquared: number) => {
  const [first] = roots(dot(ray, ray), dot(from, ray), dot(from, from) - radiusSquared)
  return first > 0 ? first : Infinity
}

type Span = readonly [enter: number, leave: number]

const slab = (from: number, ray: number, half: number): Span => {
  if (ray === 0) return Math.abs(from) <= half ? [-Infinity, Infinity] : [Infinity, -Infinity]
  const [p, q] = [(-half - from) / ray, (half - from) / ray]
  return [Math.min(p, q), Math.max(p, q)]
}

const tube = ([x, y]: V, [dx, dy]: V, radius: number): Span =>
  roots(dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - radius * radius)

/** Of a·t² + 2·b·t + c; an empty span where there are none. */
function roots(a: number, b: number, c: number): Span {
  const d = b * b - a * c
  if (d < 0) return [Infinity, -Infinity]
  return [(-b - Math.sqrt(d)) / a, (-b + Math.sqrt(d)) / a]
}

/** Where a ray enters what is inside all spans; a ray that starts inside meets nothing. */
function entry(spans: readonly Span[]): number {
  const enter = Math.max(...spans.map(([first]) => first))
  const leave = Math.min(...spans.map(([, last]) => last))
  return enter <= leave && enter > 0 ? enter : Infinity
}

const toLocal = ({ rotation: r }: Geom, v: V): V => [
  at(r, 0) * v[0] + at(r, 3) * v[1] + at(r, 6) * v[2],
  at(r, 1) * v[0] + at(r, 4) * v[1] + at(r, 7) * v[2],
  at(r, 2) * v[0] + at(r, 5) * v[1] + at(r, 8) * v[2],
]
const at = (values: ArrayLike<number>, i: number): number => values[i] as number
const sub = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: V, b: V): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
