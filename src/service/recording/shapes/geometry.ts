/** Shapes of the foxglove schemas, and the small amount of geometry that they need. Metres and radians. */
export interface Vec {
  readonly x: number
  readonly y: number
  readonly z: number
}

export interface Quaternion extends Vec {
  readonly w: number
}

export interface Stamp {
  readonly sec: number
  readonly nsec: number
}

export const vec = (x: number, y: number, z = 0): Vec => ({ x, y, z })

export const LEVEL: Quaternion = { x: 0, y: 0, z: 0, w: 1 }

/** A rotation about the vertical axis. */
export const yaw = (theta: number): Quaternion => ({
  x: 0,
  y: 0,
  z: Math.sin(theta / 2),
  w: Math.cos(theta / 2),
})

/** The rotation whose columns are these orthonormal axes. */
export function fromAxes(x: Vec, y: Vec, z: Vec): Quaternion {
  const w = Math.sqrt(Math.max(0, 1 + x.x + y.y + z.z)) / 2
  const sign = (size: number, by: number): number => (Math.sqrt(Math.max(0, size)) / 2) * (by < 0 ? -1 : 1)
  return {
    x: sign(1 + x.x - y.y - z.z, y.z - z.y),
    y: sign(1 - x.x + y.y - z.z, z.x - x.z),
    z: sign(1 - x.x - y.y + z.z, x.y - y.x),
    w,
  }
}

export const cross = (a: Vec, b: Vec): Vec =>
  vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)

export function normalised(a: Vec): Vec {
  const length = Math.hypot(a.x, a.y, a.z)
  return vec(a.x / length, a.y / length, a.z / length)
}

/** @param at nanoseconds since the epoch */
export const stamp = (at: bigint): Stamp => ({
  sec: Number(at / 1_000_000_000n),
  nsec: Number(at % 1_000_000_000n),
})
