import type { Vec3 } from '#base/camera-model.js'

/** Metres; what is larger or farther away is a mistake, and its squares would not fit a number. */
export const FARTHEST = 1e6

/** True for three numbers of which none is out of all proportion. */
export const isPlace = (v: Vec3): boolean => v.length === 3 && v.every((x) => Math.abs(x) <= FARTHEST)

/** True for nine numbers that turn, and neither mirror nor flatten. */
export function isRotation(m: readonly number[]): boolean {
  if (m.length !== 9 || !m.every((x) => Math.abs(x) <= 2)) return false
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = m
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) > 0.1
}

/**
 * The axes of a camera whose rotation has them as columns, as rows: right, up and back in the world. A point minus the
 * camera's position, times these rows, is the point in the camera's frame.
 */
export const axesOf = (rotation: readonly number[]): Float64Array =>
  Float64Array.from({ length: 9 }, (_, i) => rotation[3 * (i % 3) + Math.floor(i / 3)] ?? NaN)

/** The axes of a camera without a roll that looks in a direction, which has a length. */
export function axesAlong([x, y, z]: Vec3): Float64Array {
  const length = Math.hypot(x, y, z)
  const back = [-x / length, -y / length, -z / length] as const
  // straight up or down has no horizon to be level with
  const across = Math.hypot(back[0], back[1])
  const right = across > 1e-6 ? ([-back[1] / across, back[0] / across, 0] as const) : ([1, 0, 0] as const)
  const up = [
    back[1] * right[2] - back[2] * right[1],
    back[2] * right[0] - back[0] * right[2],
    back[0] * right[1] - back[1] * right[0],
  ]
  return Float64Array.from([...right, ...up, ...back])
}
