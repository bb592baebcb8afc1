import type { Instance } from './instances.js'
import { tessellation } from './tessellation.js'
import type { TriangleList } from './triangle-list.js'
import type { UnitMesh } from './unit-mesh.js'

/** From the world to a screen, in perspective (a camera) or without (a far light). Both look along −z. */
export interface Projection {
  readonly perspective: boolean
  /** rows: right, up and back in the world */
  readonly axes: Float64Array
  readonly origin: Float64Array
  /** pixels for each unit of slope (the focal length), or for each metre */
  readonly scale: number
  readonly width: number
  readonly height: number
}

/** Metres; nearer than this to a camera nothing is drawn. */
const NEAR = 0.005

/** Moves shapes into the frame of a camera or a light, cuts them at the near plane and lists those that face it. */
export class Projector {
  /** vertices in the frame of the camera; the last four are those of a cut triangle */
  #seen = new Float64Array(3 * 256)
  /** the same as x, y, nearness on the screen */
  #screen = new Float64Array(3 * 256)
  /** vertex numbers of the present triangle */
  readonly #corner = new Uint32Array(3)
  readonly #matrix = new Float64Array(12)
  readonly #list: TriangleList

  constructor(list: TriangleList) {
    this.#list = list
  }

  /** Lists the triangles of an instance; `number` is what they are listed under. */
  add(instance: Instance, number: number, projection: Projection): void {
    const m = this.#place(instance, projection)
    const [x, y, depth] = [m[9] as number, m[10] as number, -(m[11] as number)]
    if (isOutside({ x, y, depth, reach: instance.reach }, projection)) return
    const mesh = meshFor(instance, projection, depth)
    const count = mesh.vertices.length / 4
    if (3 * (count + 4) > this.#seen.length) {
      this.#seen = new Float64Array(6 * (count + 4))
      this.#screen = new Float64Array(6 * (count + 4))
    }
    this.#transform(mesh, instance.half, projection)
    this.#emit(mesh, 8 * number, projection)
  }

  /** The instance's axes, scaled, and its origin in the frame of the projection: four columns of three. */
  #place({ rotation: r, scale, position }: Instance, { axes, origin }: Projection): Float64Array {
    const m = this.#matrix
    for (let row = 0; row < 3; row++) {
      const [ax, ay, az] = [axes[3 * row], axes[3 * row + 1], axes[3 * row + 2]] as [number, number, number]
      for (let column = 0; column < 3; column++) {
        const axis = ax * at(r, column) + ay * at(r, 3 + column) + az * at(r, 6 + column)
        m[3 * column + row] = axis * at(scale, column)
      }
      const [dx, dy, dz] = [0, 1, 2].map((i) => at(position, i) - at(origin, i)) as [number, number, number]
      m[9 + row] = ax * dx + ay * dy + az * dz
    }
    return m
  }

  #transform({ vertices }: UnitMesh, half: number, projection: Projection): void {
    const m = this.#matrix
    const seen = this.#seen
    const stretch = half / Math.hypot(at(m, 6), at(m, 7), at(m, 8))
    for (let from = 0, to = 0; from < vertices.length; from += 4, to += 3) {
      const x = vertices[from] as number
      const y = vertices[from + 1] as number
      const z = (vertices[from + 2] as number) + stretch * (vertices[from + 3] as number)
      seen[to] = at(m, 0) * x + at(m, 3) * y + at(m, 6) * z + at(m, 9)
      seen[to + 1] = at(m, 1) * x + at(m, 4) * y + at(m, 7) * z + at(m, 10)
      seen[to + 2] = at(m, 2) * x + at(m, 5) * y + at(m, 8) * z + at(m, 11)
      this.#show(to, projection)
    }
  }

  /** Writes the screen position of a vertex in front of the camera. */
  #show(at3: number, { perspective, scale, width, height }: Projection): void {
    const [seen, screen] = [this.#seen, this.#screen]
    const z = seen[at3 + 2] as number
    const nearness = perspective ? -1 / z : z
    const zoom = perspective ? scale * nearness : scale
    screen[at3] = width / 2 + zoom * (seen[at3] as number)
    screen[at3 + 1] = height / 2 - zoom * (seen[at3 + 1] as number)
    screen[at3 + 2] = nearness
  }

  #emit({ triangles, faces }: UnitMesh, owner: number, projection: Projection): void {
    const corner = this.#corner
    const { perspective } = projection
    for (let i = 0, t = 0; i < triangles.length; i += 3, t++) {
      corner[0] = triangles[i] as number
      corner[1] = triangles[i + 1] as number
      corner[2] = triangles[i + 2] as number
      const inFront = perspective ? this.#inFront(corner) : 3
      const face = owner + (faces[t] as number)
      if (inFront === 3) {
        if (this.#facesUs(corner)) this.#list.push(this.#screen, corner, face, t)
      } else if (inFront > 0) this.#cut(projection, face, t)
    }
  }

  #inFront(corner: Uint32Array): number {
    let count = 0
    for (let k = 0; k < 3; k++) if ((this.#seen[3 * (corner[k] as number) + 2] as number) < -NEAR) count++
    return count
  }

  /** Counter-clockwise in the world is clockwise on a screen whose y points down. */
  #facesUs(corner: Uint32Array): boolean {
    const s = this.#screen
    const a = 3 * (corner[0] as number)
    const b = 3 * (corner[1] as number)
    const c = 3 * (corner[2] as number)
    const x = s[a] as number
    const y = s[a + 1] as number
    const across = ((s[b] as number) - x) * ((s[c + 1] as number) - y)
    return across - ((s[c] as number) - x) * ((s[b + 1] as number) - y) < 0
  }

  /** Lists what of a triangle is beyond the near plane. Cut from inside to outside, so that neighbours agree. */
  #cut(projection: Projection, face: number, t: number): void {
    const seen = this.#seen
    const corner = this.#corner
    const spare = seen.length / 3 - 4
    const kept: number[] = []
    let used = 0
    const depthOf = (i: number): number => -(seen[3 * i + 2] as number)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corner[k] as number, corner[(k + 1) % 3] as number]
      const [aIn, bIn] = [depthOf(a) > NEAR, depthOf(b) > NEAR]
      if (aIn) kept.push(a)
      if (aIn === bIn) continue
      const [inside, outside] = aIn ? [a, b] : [b, a]
      const share = (NEAR - depthOf(inside)) / (depthOf(outside) - depthOf(inside))
      const to = spare + used++
      for (let axis = 0; axis < 3; axis++) {
        const from = seen[3 * inside + axis] as number
        seen[3 * to + axis] = from + share * ((seen[3 * outside + axis] as number) - from)
      }
      this.#show(3 * to, projection)
      kept.push(to)
    }
    for (let k = 2; k < kept.length; k++) {
      corner.set([kept[0] as number, kept[k - 1] as number, kept[k] as number])
      if (this.#facesUs(corner)) this.#list.push(this.#screen, corner, face, t)
    }
  }
}

/** True when a sphere is behind a camera or beside what it sees. */
function isOutside(
  { x, y, depth, reach }: { x: number; y: number; depth: number; reach: number },
  { perspective, scale, width, height }: Projection,
): boolean {
  const [halfX, halfY] = [width / 2 / scale, height / 2 / scale]
  if (!perspective) return Math.abs(x) > halfX + reach || Math.abs(y) > halfY + reach
  if (depth + reach < NEAR) return true
  const beyond = (offset: number, slope: number): boolean =>
    Math.abs(offset) - depth * slope > reach * Math.hypot(1, slope)
  return beyond(x, halfX) || beyond(y, halfY)
}

const NOTHING = { vertices: new Float64Array(0), triangles: new Uint32Array(0), faces: new Uint8Array(0) }

function meshFor(instance: Instance, { perspective, scale }: Projection, depth: number): UnitMesh {
  const { shape, mesh, reach, scale: size } = instance
  if (shape === 'mesh') return mesh ?? NOTHING
  const nearest = Math.max(depth - reach, reach / 2)
  const radius = shape === 'ellipsoid' ? Math.max(...size) : Math.max(at(size, 0), at(size, 1))
  return tessellation(shape, perspective ? (scale * radius) / nearest : scale * radius)
}

const at = (values: Float64Array, i: number): number => values[i] as number
