import { MAST } from './mast-camera.js'
import type { Rgbd } from './rgbd.js'

/**
 * Every few pixels one that shows the bare table, as the drawing of the cell has it.
 * @param empty depth of the cell without things, pixel by pixel, metres
 */
export function flatPixels({ picture }: Rgbd, empty: Float32Array): number[] {
  const table = MAST.position[2]
  return Array.from({ length: Math.floor(empty.length / STRIDE) }, (_, index) => index * STRIDE).filter(
    (index) => {
      const expected = empty[index] ?? Infinity
      return (
        Math.abs(expected - table) < 1e-4 && Math.abs((picture.depth[index] ?? Infinity) - expected) < FLAT
      )
    },
  )
}

const STRIDE = 37
/** Metres. */
const FLAT = 0.012
