import type { Instance } from '../geometry/instances.js'
import { unitMeshOf } from '../geometry/tessellation.js'
import { FACE } from '../geometry/unit-mesh.js'

/** A point on a geom and the direction in which the surface looks there, of unit length. Written over and over. */
export interface Surface {
  readonly point: Float64Array
  readonly normal: Float64Array
  /** the point in the geom's frame */
  readonly local: Float64Array
}

export const newSurface = (): Surface => ({
  point: new Float64Array(3),
  normal: new Float64Array(3),
  local: new Float64Array(3),
})

/** Fills in `local` and `normal` for `point`, which lies on a face of the instance (see `UnitMesh`). */
export function findNormal(surface: Surface, instance: Instance, face: number, triangle: number): void {
  const { point, normal, local } = surface
  const { rotation: r, position } = instance
  const x = at(point, 0) - at(position, 0)
  const y = at(point, 1) - at(position, 1)
  const z = at(point, 2) - at(position, 2)
  for (let i = 0; i < 3; i++) local[i] = at(r, i) * x + at(r, 3 + i) * y + at(r, 6 + i) * z
  localNormal(normal, local, instance, face)
  if (instance.shape === 'mesh') meshNormal(normal, local, instance, triangle)
  const nx = at(normal, 0)
  const ny = at(normal, 1)
  const nz = at(normal, 2)
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
  for (let i = 0; i < 3; i++)
    normal[i] = (at(r, 3 * i) * nx + at(r, 3 * i + 1) * ny + at(r, 3 * i + 2) * nz) / length
}

/** In the geom's frame, of any length. */
function localNormal(n: Float64Array, local: Float64Array, instance: Instance, face: number): void {
  const { shape, scale, half } = instance
  const x = at(local, 0)
  const y = at(local, 1)
  const z = at(local, 2)
  switch (shape) {
    case 'sphere':
      return set(n, x, y, z)
    case 'ellipsoid':
      return set(n, x / at(scale, 0) ** 2, y / at(scale, 1) ** 2, z / at(scale, 2) ** 2)
    case 'capsule':
      return set(n, x, y, z - Math.max(-half, Math.min(half, z)))
    case 'cylinder':
      return face === FACE.side ? set(n, x, y, 0) : set(n, 0, 0, face === FACE.top ? 1 : -1)
    case 'box':
      set(n, 0, 0, 0)
      n[face >> 1] = face & 1 ? 1 : -1
      return
    case 'plane':
    case 'mesh':
      return set(n, 0, 0, 1)
  }
}

/** The normals of the corners, mixed by the areas opposite to them; without normals that of the triangle. */
function meshNormal(n: Float64Array, local: Float64Array, { mesh }: Instance, triangle: number): void {
  if (mesh === undefined) return
  const { vertices, triangles } = unitMeshOf(mesh)
  const corners = [0, 1, 2].map((k) => part(triangles, 3 * triangle + k))
  const [a, b, c] = corners.map((i) => vertices.subarray(4 * i, 4 * i + 3)) as unknown as [Axes, Axes, Axes]
  const flat = cross(minus(b, a), minus(c, a))
  const normals = mesh.normals
  if (normals === undefined) return set(n, ...flat)
  const area = (p: Axes, q: Axes): number => dot(flat, cross(minus(p, local), minus(q, local)))
  const shares = [area(b, c), area(c, a), area(a, b)]
  const mixed = [0, 1, 2].map((axis) =>
    corners.reduce((sum, i, k) => sum + (shares[k] as number) * (normals[3 * i + axis] ?? NaN), 0),
  ) as [number, number, number]
  const isUsable = dot(mixed, mixed) > 0 && dot(mixed, mixed) < Infinity
  set(n, ...(isUsable ? mixed : flat))
}

type Axes = ArrayLike<number>

const at = (values: Float64Array, i: number): number => values[i] as number
const part = (values: Axes, i: number): number => values[i] as number
const minus = (a: Axes, b: Axes): [number, number, number] => [
  part(a, 0) - part(b, 0),
  part(a, 1) - part(b, 1),
  part(a, 2) - part(b, 2),
]
const dot = (a: Axes, b: Axes): number =>
  part(a, 0) * part(b, 0) + part(a, 1) * part(b, 1) + part(a, 2) * part(b, 2)
const cross = (a: Axes, b: Axes): [number, number, number] => [
  part(a, 1) * part(b, 2) - part(a, 2) * part(b, 1),
  part(a, 2) * part(b, 0) - part(a, 0) * part(b, 2),
  part(a, 0) * part(b, 1) - part(a, 1) * part(b, 0),
]

function set(n: Float64Array, x: number, y: number, z: number): void {
  n[0] = x
  n[1] = y
  n[2] = z
}
