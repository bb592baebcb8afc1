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
    const x = place[2 * i] as number
    const y = place[2 * i + 1] as number
    const isInside = x >= 0 && y >= 0 && x < width && y < height
    const nearest = Math.floor(y) * width + Math.floor(x)
    to.depth[i] = isInside ? (from.depth[nearest] as number) : Infinity
    to.mask[i] = isInside ? (from.mask[nearest] as number) : 0
    if (isInside) blend(map, i, from.rgb, to.rgb)
    else to.rgb.fill(0, 3 * i, 3 * i + 3)
  }
}

/** Writes the colour of pixel `i`: the mean of the four around its place, weighed by their distance. */
function blend({ width, height, place }: LensMap, i: number, from: Uint8Array, to: Uint8Array): void {
  const x = (place[2 * i] as number) - 0.5
  const y = (place[2 * i + 1] as number) - 0.5
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const s = clamp(x - left)
  const t = clamp(y - top)
  const nextColumn = width > 1 ? 3 : 0
  const nextRow = height > 1 ? 3 * width : 0
  for (let c = 0; c < 3; c++) {
    const first = 3 * (top * width + left) + c
    const a = from[first] as number
    const b = from[first + nextColumn] as number
    const d = from[first + nextRow] as number
    const e = from[first + nextRow + nextColumn] as number
    to[3 * i + c] = (1 - t) * (a + s * (b - a)) + t * (d + s * (e - d)) + 0.5
  }
}

const clamp = (x: number): number => (x < 0 ? 0 : x > 1 ? 1 : x)
