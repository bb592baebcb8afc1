/** Metres; x away from the robot's base, y to its left, z up. */
export type Vector = readonly [number, number, number]

/** A rotation matrix, row by row; its columns are the axes of the rotated frame. */
export type Rotation = readonly [Vector, Vector, Vector]

/**
 * Where the middle between the fingertips is, and how the gripper is turned: its x axis points out of it, its fingers
 * move along y.
 */
export interface Pose {
  readonly position: Vector
  readonly rotation: Rotation
}

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const length = (a: Vector): number => Math.hypot(...a)
export const between = (a: Vector, b: Vector, fraction: number): Vector =>
  add(a, scale(subtract(b, a), fraction))
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** @param index 0, 1, 2 for the x, y, z axis of the rotated frame */
export const axis = ([x, y, z]: Rotation, index: 0 | 1 | 2): Vector => [x[index], y[index], z[index]]

/** The rotation whose x and y axes these are; unit vectors at a right angle. */
export function rotationOf(x: Vector, y: Vector): Rotation {
  const z = cross(x, y)
  return [
    [x[0], y[0], z[0]],
    [x[1], y[1], z[1]],
    [x[2], y[2], z[2]],
  ]
}

/** The gripper points straight down. @param yaw the direction in which its fingers move, radians from the x axis */
export const pointingDown = (yaw: number): Rotation =>
  rotationOf([0, 0, -1], [Math.cos(yaw), Math.sin(yaw), 0])

/** The gripper lies flat. @param heading where it points, radians from the x axis; its fingers move sideways */
export const pointingAhead = (heading: number): Rotation =>
  rotationOf([Math.cos(heading), Math.sin(heading), 0], [-Math.sin(heading), Math.cos(heading), 0])

/** The product a·b: the rotation b, seen from the frame in which a stands. */
export const times = (a: Rotation, b: Rotation): Rotation =>
  rotationOf(turn(a, axis(b, 0)), turn(a, axis(b, 1)))

/** A vector of the rotated frame, in the frame outside. */
export const turn = ([x, y, z]: Rotation, v: Vector): Vector => [dot(x, v), dot(y, v), dot(z, v)]

export const transposed = (r: Rotation): Rotation => [axis(r, 0), axis(r, 1), axis(r, 2)]

/** About the z axis of the outer frame. @param angle radians */
export const aboutZ = (angle: number): Rotation =>
  rotationOf([Math.cos(angle), Math.sin(angle), 0], [-Math.sin(angle), Math.cos(angle), 0])

/** About the y axis; a positive angle turns x downwards. @param angle radians */
export const aboutY = (angle: number): Rotation =>
  rotationOf([Math.cos(angle), 0, -Math.sin(angle)], [0, 1, 0])

/** The rotation as a unit quaternion w, x, y, z. */
export function quaternionOf([a, b, c]: Rotation): readonly [number, number, number, number] {
  // the largest of the four is computed first, so that nothing is divided by almost nothing (Shepperd, 1978)
  const squares = [a[0] + b[1] + c[2], a[0] - b[1] - c[2], b[1] - a[0] - c[2], c[2] - a[0] - b[1]]
  const largest = squares.indexOf(Math.max(...squares))
  const twice = Math.sqrt(1 + (squares[largest] ?? 0))
  const [x, y, z] = [c[1] - b[2], a[2] - c[0], b[0] - a[1]]
  const [xy, xz, yz] = [a[1] + b[0], a[2] + c[0], b[2] + c[1]]
  const rows = [
    [twice ** 2, x, y, z],
    [x, twice ** 2, xy, xz],
    [y, xy, twice ** 2, yz],
    [z, xz, yz, twice ** 2],
  ]
  const [w = 1, i = 0, j = 0, k = 0] = (rows[largest] ?? []).map((value) => value / (2 * twice))
  return [w, i, j, k]
}
