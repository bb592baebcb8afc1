import type { Pixel } from './camera-model.js'

/** An image in memory: 8-bit RGB, row-major from the top left, no padding. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** Corners of a floor rectangle in the image: near left, near right, far right, far left. */
export type Quad = readonly [Pixel, Pixel, Pixel, Pixel]

/**
 * Warps a quadrilateral of an image to a top-down view of `width` × `height` pixels, far edge on top: projective
 * map, bilinear sampling. Whatever lies outside the image comes out black.
 */
export function rectify(picture: Raster, quad: Quad, width: number, height: number): Raster {
  const place = quadPlace(quad)
  const rgb = new Uint8Array(width * height * 3)
  const target = { picture, rgb }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const { u, v } = place((column + 0.5) / width, 1 - (row + 0.5) / height)
      sample(target, u - 0.5, v - 0.5, (row * width + column) * 3)
    }
  }
  return { width, height, rgb }
}

/** Maps a point in the quadrilateral's own frame to a pixel: (0, 0) is near left, (1, 1) far right. */
export function quadPlace(quad: Quad): (s: number, t: number) => Pixel {
  const h = homography(quad)
  return (s, t) => {
    const w = h.g * s + h.h * t + 1
    return { u: (h.a * s + h.b * t + h.c) / w, v: (h.d * s + h.e * t + h.f) / w }
  }
}

/** Projective map of the unit square (s right, t away) onto the quad, after Heckbert 1989. */
function homography([p0, p1, p2, p3]: Quad): Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h', number> {
  const sx = p0.u - p1.u + p2.u - p3.u
  const sy = p0.v - p1.v + p2.v - p3.v
  const dx1 = p1.u - p2.u
  const dx2 = p3.u - p2.u
  const dy1 = p1.v - p2.v
  const dy2 = p3.v - p2.v
  const det = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / det
  const h = (dx1 * sy - sx * dy1) / det
  return {
    a: p1.u - p0.u + g * p1.u,
    b: p3.u - p0.u + h * p3.u,
    c: p0.u,
    d: p1.v - p0.v + g * p1.v,
    e: p3.v - p0.v + h * p3.v,
    f: p0.v,
    g,
    h,
  }
}

/** Samples the image at (x, y) and writes the colour to `out` from index `at`. */
function sample(
  { picture, rgb: out }: { readonly picture: Raster; readonly rgb: Uint8Array },
  x: number,
  y: number,
  at: number,
): void {
  const { width, height, rgb } = picture
  if (!(x > -1 && y > -1 && x < width && y < height)) return
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const left = clamp(x0, width - 1)
  const right = clamp(x0 + 1, width - 1)
  const top = clamp(y0, height - 1) * width
  const bottom = clamp(y0 + 1, height - 1) * width
  const fx = x - x0
  const fy = y - y0
  for (let c = 0; c < 3; c++) {
    const upper =
      (rgb[(top + left) * 3 + c] as number) * (1 - fx) + (rgb[(top + right) * 3 + c] as number) * fx
    const lower =
      (rgb[(bottom + left) * 3 + c] as number) * (1 - fx) + (rgb[(bottom + right) * 3 + c] as number) * fx
    out[at + c] = Math.round(upper * (1 - fy) + lower * fy)
  }
}

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max)
