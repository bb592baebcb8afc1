import type { Instance } from '../geometry/instances.js'

/**
 * How bright the surface is beside its plain colour, at a point of the geom's frame. `footprint` is the width of a
 * pixel there, metres: what is finer fades out instead of flickering.
 */
export function texture(instance: Instance, point: Float64Array, footprint: number): number {
  if (instance.texture === 'plain') return 1
  return instance.texture === 'wood' ? wood(instance, point, footprint) : checker(instance, point, footprint)
}

/** Squares in light and dark, each pixel the mean over its footprint. */
function checker({ textureScale }: Instance, point: Float64Array, footprint: number): number {
  const width = Math.max(footprint / textureScale, 1e-3)
  let product = 1
  for (let axis = 0; axis < 3; axis++) {
    // half a square off, so that no face of a box lies on an edge
    const x = (point[axis] as number) / textureScale + (axis === 2 ? 0.5 : 0)
    // the square wave ±1 is the derivative of a triangle wave: its mean is a difference of two of those
    product *= width < 1 ? (triangleWave(x + width / 2) - triangleWave(x - width / 2)) / width : 0
  }
  return 0.72 + 0.28 * product
}

/** Boards along the longer side of the geom, each with its own tone, streaks and fine fibres. */
function wood({ scale, textureScale }: Instance, point: Float64Array, footprint: number): number {
  const along = (scale[0] as number) >= (scale[1] as number) ? 0 : 1
  const u = (point[along] as number) / textureScale
  const v = (point[1 - along] as number) / textureScale
  const across = v + (point[2] as number) / textureScale
  const board = Math.floor(v + 0.5)
  const shift = 17.3 * board
  const fine = footprint / textureScale
  const tone = 0.16 * (noise(board + 0.5, 3.5) - 0.5)
  const bend = 0.9 * noise(0.35 * u + shift, 0.6 * across)
  const rings = Math.sin(2 * Math.PI * (2.2 * across + 2.6 * bend + shift))
  const streaks = noise(0.5 * u + shift, 11 * across) - 0.5
  const fibres = noise(2.2 * u - shift, 55 * across) - 0.5
  const seam = Math.abs(v + 0.5 - Math.round(v + 0.5))
  const groove = Math.max(0, 1 - seam / Math.max(0.02, fine)) * Math.min(1, 0.02 / Math.max(fine, 1e-9))
  const grain =
    0.07 * rings * fade(2.2 * fine) + 0.22 * streaks * fade(11 * fine) + 0.16 * fibres * fade(55 * fine)
  return Math.max(0.1, 0.95 + tone + grain) * (1 - 0.45 * groove)
}

const triangleWave = (x: number): number => Math.abs(x - 2 * Math.floor(x / 2 + 0.5))

/** 1 for detail of many pixels, 0 for what is finer than a pixel. */
const fade = (cyclesPerPixel: number): number => Math.max(0, Math.min(1, 1.5 - 2 * cyclesPerPixel))

/** Smooth noise in 0…1 with a value for each whole pair, and a mixture between. */
function noise(x: number, y: number): number {
  const i = Math.floor(x)
  const j = Math.floor(y)
  const fx = x - i
  const fy = y - j
  const s = fx * fx * (3 - 2 * fx)
  const t = fy * fy * (3 - 2 * fy)
  const a = lattice(i, j)
  const b = lattice(i + 1, j)
  const c = lattice(i, j + 1)
  const d = lattice(i + 1, j + 1)
  return a + s * (b - a) + t * (c - a + s * (a - b - c + d))
}

const lattice = (i: number, j: number): number => LATTICE[((j & 255) << 8) | (i & 255)] as number

/** Numbers in 0…1 that look random, for 256 × 256 places. */
const LATTICE = Float32Array.from({ length: 1 << 16 }, (_, i) => {
  let h = Math.imul(i + 1, 0x27d4eb2d)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return ((h ^ (h >>> 15)) >>> 0) / 0xffffffff
})
