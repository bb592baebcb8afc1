import type { Vec3 } from '#base/camera-model.js'
import type { Container } from '../scene.js'
import { restHeight } from '../space/places.js'
import { box, paint, type Triangle } from './mesh.js'

/** thickness of boards, m */
const BOARD = 0.035

/**
 * A container with its front. While it stands open its top is left out, as the ceiling of the home is, so that a
 * camera above sees what is inside.
 */
export function containerMesh(container: Container, angle: number): Triangle[] {
  const frame = frameOf(container)
  const { deep, wide } = frame
  const { size, colour } = container
  const side = paint(colour, 0.8)
  const inside = paint(colour, 0.55)
  const board = (u: number, v: number, [du, dv, dz]: Vec3, z = 0): Triangle[] =>
    box({ ...frame.at(u, v), z }, frame.size(du, dv, dz), side)
  const shelf = restHeight(container) - 0.02
  return [
    ...board(-(deep - BOARD) / 2, 0, [BOARD, wide, size.z]),
    ...board(0, (wide - BOARD) / 2, [deep, BOARD, size.z]),
    ...board(0, -(wide - BOARD) / 2, [deep, BOARD, size.z]),
    ...box({ ...frame.at(0, 0), z: shelf - 0.02 }, frame.size(deep - BOARD, wide - BOARD, 0.04), inside),
    ...(angle < CLOSED ? board(0, 0, [deep, wide, BOARD], size.z - BOARD) : []),
    ...frontMesh(container, angle, frame),
  ]
}

/** below this share the lid is drawn */
const CLOSED = 0.08

interface Frame {
  /** extent from back to front, and from side to side, m */
  readonly deep: number
  readonly wide: number
  /** a point, from its coordinates towards the front and to the left of it */
  at(u: number, v: number): { readonly x: number; readonly y: number }
  size(du: number, dv: number, dz: number): Vec3
  readonly yaw: number
}

function frameOf({ at, size, facing }: Container): Frame {
  const [c, s] = [Math.round(Math.cos(facing)), Math.round(Math.sin(facing))]
  return {
    deep: c === 0 ? size.y : size.x,
    wide: c === 0 ? size.x : size.y,
    at: (u, v) => ({ x: at.x + u * c - v * s, y: at.y + u * s + v * c }),
    size: (du, dv, dz) => (c === 0 ? [dv, du, dz] : [du, dv, dz]),
    yaw: facing,
  }
}

function frontMesh({ opens, size, colour }: Container, angle: number, frame: Frame): Triangle[] {
  const { deep, wide, yaw } = frame
  const front = paint(colour)
  const handle = paint('#3a3f44')
  const out = deep / 2
  if (opens === 'drawer') {
    const by = angle * deep * 0.8
    return [
      ...box({ ...frame.at(out + by, 0), z: 0.06 }, frame.size(0.04, wide, size.z - 0.08), front),
      ...box(
        { ...frame.at(out + by + 0.03, 0), z: size.z * 0.7 },
        frame.size(0.03, wide * 0.4, 0.04),
        handle,
      ),
      ...box(
        { ...frame.at(out + by / 2, 0), z: size.z * 0.55 },
        frame.size(by, wide - 0.1, 0.03),
        paint(colour, 0.6),
      ),
    ]
  }
  if (opens === 'flap') {
    // swings down about its lower edge: short and high when shut, long and flat when open
    const [up, flat] = [Math.cos((angle * Math.PI) / 2), Math.sin((angle * Math.PI) / 2)]
    const long = size.z - 0.14
    return box(
      { ...frame.at(out + (flat * long) / 2, 0), z: 0.1 },
      frame.size(Math.max(0.04, flat * long), wide, Math.max(0.04, up * long)),
      front,
    )
  }
  // hinged on the left side as seen from the front; opens outwards
  const turn = angle * (Math.PI / 2) * 1.1
  const hinge = frame.at(out, wide / 2)
  const heading = yaw - Math.PI / 2 + turn
  const middle = { x: hinge.x + (wide / 2) * Math.cos(heading), y: hinge.y + (wide / 2) * Math.sin(heading) }
  const grip = { x: hinge.x + wide * 0.9 * Math.cos(heading), y: hinge.y + wide * 0.9 * Math.sin(heading) }
  return [
    ...box({ ...middle, z: 0.05, yaw: heading }, [wide - 0.01, 0.04, size.z - 0.06], front),
    ...box({ ...grip, z: size.z * 0.45, yaw: heading }, [0.04, 0.11, size.z * 0.3], handle),
  ]
}
