import type { Instance } from '../geometry/instances.js'
import type { MeshParts } from '../geometry/tessellation.js'
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
  if (instance.mesh !== undefined) meshNormal(normal, local, instance.mesh, triangle)
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

/** Edges of a triangle from its first corner, and a point from there. Written over and over. */
const [edge, other, inside] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)]

/** The normals of the corners, mixed by how near the point is to each; without normals that of the triangle. */
function meshNormal(n: Float64Array, local: Float64Array, mesh: MeshParts, triangle: number): void {
  const { vertices, triangles, normals } = mesh
  const a = triangles[3 * triangle] as number
  const b = triangles[3 * triangle + 1] as number
  const c = triangles[3 * triangle + 2] as number
  for (let i = 0; i < 3; i++) {
    const from = at(vertices, 4 * a + i)
    edge[i] = at(vertices, 4 * b + i) - from
    other[i] = at(vertices, 4 * c + i) - from
    inside[i] = at(local, i) - from
  }
  if (normals === undefined) {
    const x = at(edge, 1) * at(other, 2) - at(edge, 2) * at(other, 1)
    const y = at(edge, 2) * at(other, 0) - at(edge, 0) * at(other, 2)
    return set(n, x, y, at(edge, 0) * at(other, 1) - at(edge, 1) * at(other, 0))
  }
  const [ee, eo, oo] = [dot(edge, edge), dot(edge, other), dot(other, other)]
  const [pe, po] = [dot(inside, edge), dot(inside, other)]
  const determinant = ee * oo - eo * eo
  const second = (oo * pe - eo * po) / determinant
  const third = (ee * po - eo * pe) / determinant
  const first = 1 - second - third
  for (let i = 0; i < 3; i++) {
    const mixed = first * at(normals, 3 * a + i) + second * at(normals, 3 * b + i)
    n[i] = mixed + third * at(normals, 3 * c + i)
  }
}

const at = (values: Float64Array, i: number): number => values[i] as number
const dot = (a: Float64Array, b: Float64Array): number =>
  at(a, 0) * at(b, 0) + at(a, 1) * at(b, 1) + at(a, 2) * at(b, 2)

function set(n: Float64Array, x: number, y: number, z: number): void {
  n[0] = x
  n[1] = y
  n[2] = z
}
