import type { Mesh, Shape } from '../scene.js'
import { unitBox, unitCapsule, unitCylinder, unitPlane, unitSphere, type UnitMesh } from './unit-mesh.js'

/** Segments of a circle; each shape is made once for each number. */
const LEVELS = [8, 12, 16, 24, 32, 48, 64, 96, 128]
/** Pixels by which the edge of a round shape may be off. */
const TOLERANCE = 0.1

const round = { sphere: unitSphere, capsule: unitCapsule, cylinder: unitCylinder }
const made = new Map<string, UnitMesh>()
const meshes = new WeakMap<Mesh, UnitMesh & { readonly reach: number }>()
const [box, plane] = [unitBox(), unitPlane()]

/** The triangles of a shape whose roundings have a radius of `pixels` in the picture. */
export function tessellation(shape: Exclude<Shape, 'mesh'>, pixels: number): UnitMesh {
  if (shape === 'box') return box
  if (shape === 'plane') return plane
  const kind = shape === 'ellipsoid' ? 'sphere' : shape
  // a chord of n segments is r·(1 − cos(π/n)) away from its arc
  const wanted = Math.PI / Math.sqrt((2 * TOLERANCE) / Math.max(pixels, 1))
  const segments = LEVELS.find((level) => level >= wanted) ?? 128
  const key = `${kind} ${segments}`
  const mesh = made.get(key) ?? round[kind](segments)
  made.set(key, mesh)
  return mesh
}

/** A mesh in the layout of the unit shapes, and how far it reaches from its origin: 0 when it has no triangle. */
export function unitMeshOf(mesh: Mesh): UnitMesh & { readonly reach: number } {
  const known = meshes.get(mesh)
  if (known !== undefined) return known
  const count = Math.floor(mesh.positions.length / 3)
  const vertices = new Float64Array(4 * count)
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++) vertices[4 * i + axis] = mesh.positions[3 * i + axis] ?? NaN
  const all = Array.from(mesh.triangles)
  const triangles = all.filter((_, i) => {
    const first = i - (i % 3)
    return [0, 1, 2].every((k) => isVertex(vertices, all[first + k]))
  })
  const reach = triangles.reduce((most, i) => {
    const [x = 0, y = 0, z = 0] = vertices.subarray(4 * i, 4 * i + 3)
    return Math.max(most, Math.hypot(x, y, z))
  }, 0)
  const faces = new Uint8Array(triangles.length / 3)
  const unit = { vertices, triangles: Uint32Array.from(triangles), faces, reach }
  meshes.set(mesh, unit)
  return unit
}

const isVertex = (vertices: Float64Array, i: number | undefined): boolean =>
  i !== undefined &&
  Number.isInteger(i) &&
  i >= 0 &&
  4 * i < vertices.length &&
  vertices.subarray(4 * i, 4 * i + 3).every((x) => Number.isFinite(x))
