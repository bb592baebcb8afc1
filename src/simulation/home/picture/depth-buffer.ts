import type { Vec3 } from '#base/camera-model.js'
import type { Triangle } from './mesh.js'

/** Maps a point in space to the buffer: u and v in its cells, and a nearness that grows towards the eye. */
export type Projection = (p: Vec3) => readonly [u: number, v: number, nearness: number]

/** Which triangle is nearest in every cell, and how near. */
export interface DepthBuffer {
  readonly width: number
  readonly height: number
  /** index of the triangle; -1 where there is none */
  readonly ids: Int32Array
  readonly nearness: Float32Array
}

/** Draws triangles into a buffer; nearer ones win. Triangles that reach behind the eye are cut there. */
export function drawDepth(
  triangles: readonly Triangle[],
  projection: Projection,
  size: { readonly width: number; readonly height: number },
  clip: (triangle: Triangle) => readonly (readonly [Vec3, Vec3, Vec3])[],
): DepthBuffer {
  const { width, height } = size
  const buffer: DepthBuffer = {
    width,
    height,
    ids: new Int32Array(width * height).fill(-1),
    nearness: new Float32Array(width * height).fill(-Infinity),
  }
  triangles.forEach((triangle, id) => {
    for (const [a, b, c] of clip(triangle)) fill(buffer, id, [projection(a), projection(b), projection(c)])
  })
  return buffer
}

type Corner = readonly [number, number, number]

function fill(buffer: DepthBuffer, id: number, [a, b, c]: readonly [Corner, Corner, Corner]): void {
  const { width, height, ids, nearness } = buffer
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
  if (Math.abs(area) < 1e-9) return
  const v0 = Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]) - 0.5))
  const v1 = Math.min(height - 1, Math.floor(Math.max(a[1], b[1], c[1]) - 0.5))
  // nearness is linear on the picture: w = w0 + wu·u + wv·v
  const wu = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area
  const wv = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area
  for (let v = v0; v <= v1; v++) {
    const y = v + 0.5
    let [from, to] = [Infinity, -Infinity]
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      if (p[1] <= y === q[1] <= y) continue
      const x = p[0] + ((y - p[1]) / (q[1] - p[1])) * (q[0] - p[0])
      if (x < from) from = x
      if (x > to) to = x
    }
    const u0 = Math.max(0, Math.ceil(from - 0.5))
    const u1 = Math.min(width - 1, Math.ceil(to - 0.5) - 1)
    let w = a[2] + wu * (u0 + 0.5 - a[0]) + wv * (y - a[1])
    for (let i = v * width + u0; i <= v * width + u1; i++, w += wu) {
      if (w <= (nearness[i] as number)) continue
      nearness[i] = w
      ids[i] = id
    }
  }
}
