import type { Vec3 } from '#base/camera-model.js'
import type { Colour } from './colour.js'

/** A convex body to be painted: faces wound counter-clockwise as seen from outside, and its bounding box. */
export interface Solid {
  readonly faces: readonly SolidFace[]
  readonly min: Vec3
  readonly max: Vec3
}

interface SolidFace {
  readonly points: readonly Vec3[]
  readonly paint: Colour
}

export interface BoxPaint {
  readonly top: Colour
  readonly bottom: Colour
  readonly side: Colour
}

/** Pose of a body in the field: it may be turned about the z axis (yaw) and about its own y axis (roll). */
export interface Placement {
  readonly at: Vec3
  readonly yaw?: number
  readonly roll?: number
}

/** A box of the given side lengths, centred on `place.at`. */
export function box(place: Placement, size: Vec3, paint: BoxPaint): Solid {
  const [x, y, z] = [size[0] / 2, size[1] / 2, size[2] / 2]
  const outline: Vec3[] = [
    [-x, -y, 0],
    [x, -y, 0],
    [x, y, 0],
    [-x, y, 0],
  ]
  return extrude(place, outline, { z0: -z, z1: z, paint })
}

export interface PrismShape {
  readonly sides: number
  readonly radius: number
  readonly height: number
  readonly paint: BoxPaint
}

/** An upright prism with n sides, its corners on a circle of the given radius, from `place.at` up. */
export function prism(place: Placement, { sides, radius, height, paint }: PrismShape): Solid {
  const outline = Array.from({ length: sides }, (_, i): Vec3 => {
    const a = (2 * Math.PI * (i + 0.5)) / sides
    return [radius * Math.cos(a), radius * Math.sin(a), 0]
  })
  return extrude(place, outline, { z0: 0, z1: height, paint })
}

/** One colour on all sides. */
export const plain = (paint: Colour): BoxPaint => ({ top: paint, bottom: paint, side: paint })

interface Extrusion {
  readonly z0: number
  readonly z1: number
  readonly paint: BoxPaint
}

function extrude(place: Placement, outline: readonly Vec3[], { z0, z1, paint }: Extrusion): Solid {
  const low = outline.map((p) => toField(place, [p[0], p[1], z0]))
  const high = outline.map((p) => toField(place, [p[0], p[1], z1]))
  const sides = low.map((p, i): SolidFace => {
    const j = (i + 1) % low.length
    return { points: [p, low[j] as Vec3, high[j] as Vec3, high[i] as Vec3], paint: paint.side }
  })
  const faces = [
    { points: high, paint: paint.top },
    { points: [...low].reverse(), paint: paint.bottom },
    ...sides,
  ]
  return { faces, ...bounds([...low, ...high]) }
}

function toField({ at, yaw = 0, roll = 0 }: Placement, p: Vec3): Vec3 {
  const x = p[0] * Math.cos(roll) + p[2] * Math.sin(roll)
  const z = p[2] * Math.cos(roll) - p[0] * Math.sin(roll)
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  return [at[0] + x * c - p[1] * s, at[1] + x * s + p[1] * c, at[2] + z]
}

function bounds(points: readonly Vec3[]): { min: Vec3; max: Vec3 } {
  const pick = (f: (...v: number[]) => number): Vec3 => [
    f(...points.map((p) => p[0])),
    f(...points.map((p) => p[1])),
    f(...points.map((p) => p[2])),
  ]
  return { min: pick(Math.min), max: pick(Math.max) }
}
