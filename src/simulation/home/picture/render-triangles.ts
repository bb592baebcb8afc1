import type { CameraModel, Vec3 } from '#base/camera-model.js'
import { drawDepth } from './depth-buffer.js'
import type { Lamp } from './light.js'
import { cross, dot, minus, plus, times, unit, type Triangle } from './mesh.js'
import { patterned } from './pattern.js'

/**
 * Renders triangles as an 8-bit RGB picture: every pixel has four samples, each triangle in it is shaded once.
 * Pure: the same triangles, camera and lamp give the same bytes.
 */
export function renderTriangles(
  triangles: readonly Triangle[],
  camera: CameraModel,
  lamp: Lamp,
  ambient: number,
): Uint8Array {
  const { width, height } = camera
  const view = viewOf(camera)
  const size = { width: 2 * width, height: 2 * height }
  const samples = drawDepth(triangles, view.project, size, view.clip)
  const normals = triangles.map(({ a, b, c }) => normal(a, b, c))
  const rgb = new Uint8Array(3 * width * height)
  const shade = (id: number, u: number, v: number, nearness: number): Vec3 => {
    const triangle = triangles[id] as Triangle
    const point = view.pointAt(u, v, nearness)
    const n = normals[id] as Vec3
    const facing = dot(n, minus(camera.eye, point)) < 0 ? times(n, -1) : n
    const sun = Math.max(0, dot(facing, lamp.towards))
    const light =
      ambient * (0.72 + 0.28 * facing[2]) + (1 - ambient) * 1.25 * sun * (sun > 0 ? lamp.lit(point) : 0)
    return times(patterned(triangle.paint, point), light)
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = pixel(samples.ids, samples.nearness, { x, y, width: size.width }, shade)
      const i = 3 * (y * width + x)
      for (let k = 0; k < 3; k++) rgb[i + k] = encoded((sum[k] as number) / 4)
    }
  }
  return rgb
}

/** what is seen where nothing is, linear light */
const OUTSIDE: Vec3 = [0.034, 0.04, 0.048]

/** The sum of the four samples of a pixel. */
function pixel(
  ids: Int32Array,
  nearness: Float32Array,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  shade: (id: number, u: number, v: number, nearness: number) => Vec3,
): Vec3 {
  const first = 2 * y * width + 2 * x
  let sum: Vec3 = [0, 0, 0]
  let [last, colour]: [number, Vec3] = [-2, OUTSIDE]
  for (let k = 0; k < 4; k++) {
    const cell = first + (k & 1) + (k >> 1) * width
    const id = ids[cell] as number
    if (id !== last) {
      last = id
      const [u, v] = [2 * x + (k % 2) + 0.5, 2 * y + (k >> 1) + 0.5]
      colour = id < 0 ? OUTSIDE : shade(id, u, v, nearness[cell] as number)
    }
    sum = plus(sum, colour)
  }
  return sum
}

interface View {
  readonly project: (p: Vec3) => readonly [number, number, number]
  readonly pointAt: (u: number, v: number, nearness: number) => Vec3
  readonly clip: (triangle: Triangle) => readonly (readonly [Vec3, Vec3, Vec3])[]
}

/** nearest distance that is drawn, m */
const NEAR = 0.05

function viewOf(camera: CameraModel): View {
  const { eye, width, height } = camera
  const forward = unit(minus(camera.lookAt, eye))
  const right = unit(cross(forward, [0, 0, 1]))
  const up = cross(right, forward)
  const focal = 2 * camera.focal
  const depth = (p: Vec3): number => dot(minus(p, eye), forward)
  return {
    project: (p) => {
      const d = minus(p, eye)
      const w = 1 / dot(d, forward)
      return [width + focal * dot(d, right) * w, height - focal * dot(d, up) * w, w]
    },
    pointAt: (u, v, w) => {
      const ray = plus(forward, plus(times(right, (u - width) / focal), times(up, (height - v) / focal)))
      return plus(eye, times(ray, 1 / w))
    },
    clip: ({ a, b, c }) => {
      if (depth(a) > NEAR && depth(b) > NEAR && depth(c) > NEAR) return [[a, b, c]]
      return cutAtEye([a, b, c], depth)
    },
  }
}

function cutAtEye(points: readonly Vec3[], depth: (p: Vec3) => number): [Vec3, Vec3, Vec3][] {
  const kept: Vec3[] = []
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length] as Vec3
    const [dp, dq] = [depth(p) - NEAR, depth(q) - NEAR]
    if (dp > 0) kept.push(p)
    if (dp > 0 !== dq > 0) kept.push(plus(p, times(minus(q, p), dp / (dp - dq))))
  })
  return kept.slice(2).map((c, i): [Vec3, Vec3, Vec3] => [kept[0] as Vec3, kept[i + 1] as Vec3, c])
}

function normal(a: Vec3, b: Vec3, c: Vec3): Vec3 {
  const n = cross(minus(b, a), minus(c, a))
  const length = Math.hypot(...n)
  return length < 1e-15 ? [0, 0, 1] : times(n, 1 / length)
}

const encoded = (value: number): number => {
  const v = Math.min(1, Math.max(0, value))
  return Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055))
}
