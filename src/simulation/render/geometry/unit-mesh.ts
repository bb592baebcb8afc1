/** A shape of unit size as triangles, counter-clockwise as seen from outside. */
export interface UnitMesh {
  /** four numbers a vertex: x, y, z, and the half of a capsule that it belongs to: −1, 0 or 1 */
  readonly vertices: Float64Array
  /** three vertex numbers a triangle */
  readonly triangles: Uint32Array
  /** the flat or round face that a triangle belongs to, 0…7 */
  readonly faces: Uint8Array
}

/** Faces of a solid of revolution. */
export const FACE = { side: 0, top: 1, bottom: 2 } as const

/** Half sizes 1; faces in the order −x, +x, −y, +y, −z, +z. */
export function unitBox(): UnitMesh {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1, 0])
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ]
  const triangles = quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])
  return meshOf(
    corners,
    triangles,
    quads.flatMap((_, face) => [face, face]),
  )
}

/** A square of half size 1 in z = 0 that faces up. */
export const unitPlane = (): UnitMesh =>
  meshOf([-1, -1, 0, 0, 1, -1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0], [0, 1, 2, 0, 2, 3], [0, 0])

/** Radius 1, poles on the z axis. `segments` is even, 6 or more. */
export function unitSphere(segments: number): UnitMesh {
  const rings = segments / 2
  return revolve(
    Array.from({ length: rings + 1 }, (_, i) => arcPoint(i / rings, 0)),
    segments,
  )
}

/** Two half spheres of radius 1 on the origin; each knows which way the length moves it. */
export function unitCapsule(segments: number): UnitMesh {
  const rings = Math.ceil(segments / 4)
  const half = (from: number, end: number): ProfilePoint[] =>
    Array.from({ length: rings + 1 }, (_, i) => arcPoint(from + i / (2 * rings), end))
  return revolve([...half(0, 1), ...half(0.5, -1)], segments)
}

/** Radius 1, half length 1. */
export function unitCylinder(segments: number): UnitMesh {
  const profile = [
    { r: 0, z: 1, end: 0, face: FACE.top },
    { r: 1, z: 1, end: 0, face: FACE.side },
    { r: 1, z: -1, end: 0, face: FACE.bottom },
    { r: 0, z: -1, end: 0, face: FACE.bottom },
  ]
  return revolve(profile, segments)
}

/** A point of the outline from the top to the bottom; `face` is that of the strip below it. */
interface ProfilePoint {
  readonly r: number
  readonly z: number
  readonly end: number
  readonly face: number
}

function arcPoint(share: number, end: number): ProfilePoint {
  const onAxis = share === 0 || share === 1
  return { r: onAxis ? 0 : Math.sin(Math.PI * share), z: Math.cos(Math.PI * share), end, face: FACE.side }
}

function revolve(profile: readonly ProfilePoint[], segments: number): UnitMesh {
  const vertices = profile.flatMap(({ r, z, end }) =>
    Array.from({ length: segments }, (_, j) => {
      const angle = (2 * Math.PI * j) / segments
      return [r * Math.cos(angle), r * Math.sin(angle), z, end]
    }).flat(),
  )
  const triangles: number[] = []
  const faces: number[] = []
  profile.slice(1).forEach((below, i) => {
    const above = profile[i] as ProfilePoint
    for (let j = 0; j < segments; j++) {
      const [a, b] = [i * segments + j, i * segments + ((j + 1) % segments)]
      const [c, d] = [a + segments, b + segments]
      // at a pole one of the two triangles has no area
      if (below.r > 0) triangles.push(c, d, b)
      if (above.r > 0) triangles.push(c, b, a)
      faces.push(...Array<number>(Number(below.r > 0) + Number(above.r > 0)).fill(above.face))
    }
  })
  return meshOf(vertices, triangles, faces)
}

const meshOf = (
  vertices: readonly number[],
  triangles: readonly number[],
  faces: readonly number[],
): UnitMesh => ({
  vertices: Float64Array.from(vertices),
  triangles: Uint32Array.from(triangles),
  faces: Uint8Array.from(faces),
})
