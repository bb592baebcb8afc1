import type { Vec3 } from '#base/camera-model.js'

/** A surface colour in linear light, 0…1 per channel, and the pattern that floors have. */
export interface Paint {
  readonly rgb: Vec3
  readonly pattern?: 'wood' | 'tiles' | 'carpet'
}

export interface Triangle {
  readonly a: Vec3
  readonly b: Vec3
  readonly c: Vec3
  readonly paint: Paint
}

/** Parses `#rrggbb`; `light` makes it darker or brighter. */
export function paint(hex: string, light = 1): Paint {
  const n = Number.parseInt(hex.slice(1), 16)
  const channel = (byte: number): number => Math.min(1, light * linear(byte / 255))
  return { rgb: [channel((n >> 16) & 255), channel((n >> 8) & 255), channel(n & 255)] }
}

const linear = (s: number): number => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4)

/** Where a body stands, and how it is turned about the vertical, rad. */
export interface Placement {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw?: number
}

/** A box whose bottom centre is at the placement. */
export function box(at: Placement, size: Vec3, colour: Paint): Triangle[] {
  const [x, y] = [size[0] / 2, size[1] / 2]
  const ring: Flat[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]
  return loft(at, [layer(ring, 0), layer(ring, size[2])], colour)
}

export interface Round {
  readonly bottom: number
  readonly top: number
  readonly height: number
  readonly sides?: number
}

/** An upright cylinder, cone or frustum with its bottom centre at the placement. */
export function round(at: Placement, { bottom, top, height, sides = 20 }: Round, colour: Paint): Triangle[] {
  const ring = circle(sides)
  return loft(at, [layer(scaled(ring, bottom), 0), layer(scaled(ring, top), height)], colour)
}

/** A ball whose lowest point is at the placement. */
export function ball(at: Placement, radius: number, colour: Paint): Triangle[] {
  const ring = circle(16)
  const layers = Array.from({ length: 9 }, (_, i) => {
    const angle = (Math.PI * i) / 8
    return layer(scaled(ring, Math.max(1e-4, radius * Math.sin(angle))), radius * (1 - Math.cos(angle)))
  })
  return loft(at, layers, colour)
}

/** A straight rod between two points. */
export function rod(from: Vec3, to: Vec3, radius: number, colour: Paint): Triangle[] {
  const along = unit(minus(to, from))
  const side = unit(cross(along, Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]))
  const up = cross(side, along)
  const ring = circle(10)
  const end = (p: Vec3): Vec3[] =>
    ring.map(([u, v]) => plus(p, plus(times(side, u * radius), times(up, v * radius))))
  return skin([end(from), end(to)], colour)
}

type Flat = readonly [number, number]

const circle = (sides: number): Flat[] =>
  Array.from({ length: sides }, (_, i): Flat => {
    const angle = (2 * Math.PI * (i + 0.5)) / sides
    return [Math.cos(angle), Math.sin(angle)]
  })

const scaled = (ring: readonly Flat[], by: number): Flat[] => ring.map(([x, y]) => [x * by, y * by])
const layer = (ring: readonly Flat[], z: number): Vec3[] => ring.map(([x, y]): Vec3 => [x, y, z])

function loft({ x, y, z, yaw = 0 }: Placement, layers: readonly Vec3[][], colour: Paint): Triangle[] {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const placed = layers.map((ring) =>
    ring.map((p): Vec3 => [x + p[0] * c - p[1] * s, y + p[0] * s + p[1] * c, z + p[2]]),
  )
  return skin(placed, colour)
}

/** Closes a stack of rings with sides and two lids; counter-clockwise as seen from outside. */
function skin(rings: readonly Vec3[][], colour: Paint): Triangle[] {
  const out: Triangle[] = []
  const lid = (ring: readonly Vec3[]): void => {
    for (let i = 2; i < ring.length; i++)
      out.push({ a: ring[0] as Vec3, b: ring[i - 1] as Vec3, c: ring[i] as Vec3, paint: colour })
  }
  lid([...(rings[0] ?? [])].reverse())
  for (let k = 1; k < rings.length; k++) {
    const [low, high] = [rings[k - 1] as Vec3[], rings[k] as Vec3[]]
    low.forEach((a, i) => {
      const j = (i + 1) % low.length
      const [b, c, d] = [low[j] as Vec3, high[j] as Vec3, high[i] as Vec3]
      out.push({ a, b, c, paint: colour }, { a, b: c, c: d, paint: colour })
    })
  }
  lid(rings.at(-1) ?? [])
  return out
}

export const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const times = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const unit = (v: Vec3): Vec3 => times(v, 1 / Math.hypot(...v))
