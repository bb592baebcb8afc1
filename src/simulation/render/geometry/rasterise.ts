import type { TriangleList } from './triangle-list.js'

/** What is in front in each pixel. */
export interface Visibility {
  readonly width: number
  readonly height: number
  /** −Infinity where there is nothing */
  readonly nearness: Float32Array
  /** number in the list of triangles, −1 where there is nothing */
  readonly triangle: Int32Array
}

export function visibilityOf(width: number, height: number): Visibility {
  const pixels = width * height
  return { width, height, nearness: new Float32Array(pixels), triangle: new Int32Array(pixels) }
}

/**
 * Fills all triangles, nearest first in every pixel; pixels are judged at their centres. The edge between two triangles
 * is computed in the same way for both of them, from its upper end: no pixel on it is missed or drawn for both.
 * `zoom` is the number of pixels of the target for a pixel of the list.
 */
export function rasterise(list: TriangleList, target: Visibility, zoom = 1): void {
  target.nearness.fill(-Infinity)
  target.triangle.fill(-1)
  const { corners, count } = list
  for (let t = 0; t < count; t++) fill(corners, t, target, zoom)
}

function fill(corners: Float64Array, t: number, target: Visibility, zoom: number): void {
  const at = 9 * t
  let [x0, y0] = [zoom * (corners[at] as number), zoom * (corners[at + 1] as number)]
  let [x1, y1] = [zoom * (corners[at + 3] as number), zoom * (corners[at + 4] as number)]
  let [x2, y2] = [zoom * (corners[at + 6] as number), zoom * (corners[at + 7] as number)]
  const top = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5))
  const end = Math.min(target.height, Math.ceil(Math.max(y0, y1, y2) - 0.5))
  if (top >= end || Math.max(x0, x1, x2) < 0.5 || Math.min(x0, x1, x2) > target.width - 0.5) return
  const det = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
  if (!(Math.abs(det) > 1e-12)) return
  const [w0, w1, w2] = [corners[at + 2] as number, corners[at + 5] as number, corners[at + 8] as number]
  const dx = ((w1 - w0) * (y2 - y0) - (w2 - w0) * (y1 - y0)) / det
  const dy = ((w2 - w0) * (x1 - x0) - (w1 - w0) * (x2 - x0)) / det
  const base = w0 - x0 * dx - y0 * dy
  if (y1 < y0) [x0, y0, x1, y1] = [x1, y1, x0, y0]
  if (y2 < y0) [x0, y0, x2, y2] = [x2, y2, x0, y0]
  if (y2 < y1) [x1, y1, x2, y2] = [x2, y2, x1, y1]
  const long = (x2 - x0) / (y2 - y0)
  const upper = (x1 - x0) / (y1 - y0)
  const lower = (x2 - x1) / (y2 - y1)
  const { width, nearness, triangle } = target
  for (let row = top; row < end; row++) {
    const y = row + 0.5
    const a = x0 + (y - y0) * long
    const b = y < y1 ? x0 + (y - y0) * upper : x1 + (y - y1) * lower
    const left = Math.max(0, Math.ceil((a < b ? a : b) - 0.5))
    const right = Math.min(width, Math.ceil((a < b ? b : a) - 0.5))
    let w = base + (left + 0.5) * dx + y * dy
    const last = row * width + right
    for (let pixel = row * width + left; pixel < last; pixel++, w += dx) {
      if (w > (nearness[pixel] as number)) {
        nearness[pixel] = w
        triangle[pixel] = t
      }
    }
  }
}
