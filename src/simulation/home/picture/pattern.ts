import type { Vec3 } from '#base/camera-model.js'
import { times, type Paint } from './mesh.js'

/** The colour of a surface at a point: planks, tiles and carpet have a pattern that stays where it is in the room. */
export function patterned({ rgb, pattern }: Paint, [x, y]: Vec3): Vec3 {
  if (pattern === undefined) return rgb
  switch (pattern) {
    case 'wood':
      return times(rgb, planks(x, y))
    case 'tiles':
      return times(rgb, tiles(x, y))
    case 'carpet':
      return times(rgb, 0.97 + 0.06 * noise(Math.floor(x * 90), Math.floor(y * 90)))
  }
}

const PLANK = { long: 1.1, wide: 0.14 }
const TILE = 0.32
/** width of a seam, m */
const SEAM = 0.007

function planks(x: number, y: number): number {
  const row = Math.floor(y / PLANK.wide)
  const along = x + 0.37 * row
  const seam = inSeam(y, PLANK.wide) || inSeam(along, PLANK.long)
  return seam ? 0.72 : 0.9 + 0.16 * noise(row, Math.floor(along / PLANK.long))
}

function tiles(x: number, y: number): number {
  if (inSeam(x, TILE) || inSeam(y, TILE)) return 0.7
  return 0.97 + 0.05 * noise(Math.floor(x / TILE), Math.floor(y / TILE))
}

const inSeam = (at: number, period: number): boolean => at - period * Math.floor(at / period) < SEAM

/** A value of 0…1 that depends on two whole numbers alone. */
function noise(i: number, j: number): number {
  let h = Math.imul(i, 374761393) + Math.imul(j, 668265263)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}
