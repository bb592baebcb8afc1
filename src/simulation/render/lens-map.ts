import { shrink } from './lens.js'
import { focalOf } from './pinhole.js'
import type { CameraView } from './scene.js'

/** Where each pixel behind a lens looks, in a picture without the lens that is large enough for all of them. */
export interface LensMap {
  /** size of the picture without the lens */
  readonly width: number
  readonly height: number
  /** for each pixel, x and y in that picture; NaN where the lens shows nothing */
  readonly place: Float32Array
}

interface Planes {
  readonly rgb: Uint8Array
  readonly depth: Float32Array
  readonly mask: Uint16Array
}

/** The picture without the lens is at most this many times as wide and as high. */
const LARGEST = 2

export function lensMap(view: CameraView): LensMap {
  const { width, height, lens = { k1: 0, k2: 0 } } = view
  const focal = focalOf(view)
  const place = new Float32Array(2 * width * height)
  let [right, bottom] = [0, 0]
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to += 2) {
      const [x, y] = [column + 0.5 - width / 2, row + 0.5 - height / 2]
      const back = shrink(lens, Math.hypot(x, y) / focal) ?? NaN
      place[to] = back * x
      place[to + 1] = back * y
      if (back * Math.abs(x) > right) right = back * Math.abs(x)
      if (back * Math.abs(y) > bottom) bottom = back * Math.abs(y)
    }
  }
  // one pixel more on each side, for the mean of four
  const size = (reach: number, own: number): number =>
    Math.min(LARGEST * own, 2 * Math.ceil(reach + 1) + (own % 2))
  const [wide, high] = [size(right, width), size(bottom, height)]
  for (let i = 0; i < place.length; i += 2) {
    place[i] = (place[i] as number) + wide / 2
    place[i + 1] = (place[i + 1] as number) + high / 2
  }
  return { width: wide, height: high, place }
}

/** Takes colours as means of four pixels, and depth and mask from the nearest one. */
export function throughLens(map: LensMap, from: Planes, to: Planes): void {
  const { width, height, place } = map
  for (let i = 0; i < to.mask.length; i++) {
    const [x, y] = [place[2 * i] as number, place[2 * i + 1] as number]
    const isInside = x >= 0 && y >= 0 && x < width && y < height
    if (isInside) {
      const nearest = (y | 0) * width + (x | 0)
      to.depth[i] = from.depth[nearest] as number
      to.mask[i] = from.mask[nearest] as number
      mean(map, from.rgb, [x - 0.5, y - 0.5], to.rgb.subarray(3 * i, 3 * i + 3))
    } else {
      to.depth[i] = Infinity
      to.mask[i] = 0
      to.rgb.fill(0, 3 * i, 3 * i + 3)
    }
  }
}

function mean(map: LensMap, rgb: Uint8Array, at: readonly [number, number], out: Uint8Array): void {
  const { width, height } = map
  const left = Math.max(0, Math.min(width - 2, Math.floor(at[0])))
  const top = Math.max(0, Math.min(height - 2, Math.floor(at[1])))
  const [s, t] = [clamp(at[0] - left), clamp(at[1] - top)]
  const first = 3 * (top * width + left)
  const [nextColumn, nextRow] = [width > 1 ? 3 : 0, height > 1 ? 3 * width : 0]
  for (let c = 0; c < 3; c++) {
    const from = first + c
    const [a, b] = [rgb[from] as number, rgb[from + nextColumn] as number]
    const [d, e] = [rgb[from + nextRow] as number, rgb[from + nextRow + nextColumn] as number]
    out[c] = (1 - t) * (a + s * (b - a)) + t * (d + s * (e - d)) + 0.5
  }
}

const clamp = (x: number): number => (x < 0 ? 0 : x > 1 ? 1 : x)
