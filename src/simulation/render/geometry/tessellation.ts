import type { Mesh, Shape } from '../scene.js'
import { unitBox, unitCapsule, unitCylinder, unitPlane, unitSphere, type UnitMesh } from './unit-mesh.js'

/** Segments of a circle; each shape is made once for each number. */
const LEVELS = [8, 12, 16, 24, 32, 48, 64, 96, 128]
/** Pixels by which the edge of a round shape may be off. */
const TOLERANCE = 0.1

const round = { sphere: unitSphere, capsule: unitCapsule, cylinder: unitCylinder }
const made = new Map<string, UnitMesh>()
const meshes = new WeakMap<Mesh, MeshParts>()
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

/** A mesh in the layout of the unit shapes. */
export interface MeshParts extends UnitMesh {
  /** three numbers a vertex */
  readonly normals: Float64Array | undefined
  /** metres from the origin to the farthest corner; 0 without triangles */
  readonly reach: number
}

/** Triangles that name no vertex are left out, and normals of which one is missing or no number. */
export function meshPartsOf(mesh: Mesh): MeshParts {
  const known = meshes.get(mesh)
  if (known !== undefined) return known
  const { positions } = mesh
  const count = Math.floor(positions.length / 3)
  const vertices = Float64Array.from({ length: 4 * count }, (_, i) =>
    i % 4 === 3 ? 0 : (positions[3 * Math.floor(i / 4) + (i % 4)] ?? NaN),
  )
  const all = Array.from(mesh.triangles)
  const isWhole = all.map((i) => isVertex(vertices, i))
  const triangles = all.filter((_, i) => {
    const first = i - (i % 3)
    return isWhole[first] === true && isWhole[first + 1] === true && isWhole[first + 2] === true
  })
  const reach = triangles.reduce((most, i) => {
    const [x = 0, y = 0, z = 0] = vertices.subarray(4 * i, 4 * i + 3)
    return Math.max(most, Math.hypot(x, y, z))
  }, 0)
  const faces = new Uint8Array(triangles.length / 3)
  const normals = normalsOf(mesh, count)
  const parts = { vertices, triangles: Uint32Array.from(triangles), faces, normals, reach }
  meshes.set(mesh, parts)
  return parts
}

function normalsOf({ normals }: Mesh, count: number): Float64Array | undefined {
  if (normals === undefined || normals.length < 3 * count) return undefined
  const numbers = Float64Array.from(normals)
  return numbers.every((x) => Math.abs(x) <= 2) ? numbers : undefined
}

const isVertex = (vertices: Float64Array, i: number): boolean =>
  Number.isInteger(i) &&
  i >= 0 &&
  4 * i < vertices.length &&
  vertices.subarray(4 * i, 4 * i + 3).every((x) => Number.isFinite(x))
