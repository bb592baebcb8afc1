import { project, type CameraModel } from '#base/camera-model.js'
import type { FieldMap } from '#base/field-map.js'
import type { Raster } from '#base/rectify.js'

/** A camera's orientation according to its own picture, relative to its measured one. */
export interface Registration {
  /** the camera with its picture shifted so that the map's lines match those in the picture */
  readonly camera: CameraModel
  /** offset of the picture from where it should be, pixels right and down; 0 unless `sure` */
  readonly shift: { readonly u: number; readonly v: number }
  /** whether the map's lines were found at all */
  readonly sure: boolean
  /** how much better the lines fit there than elsewhere, in standard deviations over all shifts tried */
  readonly fit: number
}

/** a camera bumped by more than this must be measured again, pixels */
export const MOST_SHIFT = 32
/** below this the best shift is no better than chance */
const LEAST_FIT = 4.5
/** spacing of the sampling points along a line, metres */
const SPACING_M = 0.05
/** cap on the gradient, grey levels per pixel, so that blocks and robot do not outweigh painted lines */
export const MOST_STEEP = 24
const COARSE = 2

/**
 * Matches the painted lines in the map (edges of zones, home and field) to the edges in the picture and finds the
 * best-fitting shift. A bumped mast rotates slightly, and at a distance a rotation is a shift.
 */
export function registered(
  frame: Raster,
  camera: CameraModel,
  map: FieldMap,
  steep: Steepness = steepness(frame),
): Registration {
  const places = linePlaces(camera, map)
  const scores = new Map<number, number>()
  const side = 2 * MOST_SHIFT + 1
  const scoreAt = (du: number, dv: number): number => {
    const key = (dv + MOST_SHIFT) * side + du + MOST_SHIFT
    const known = scores.get(key)
    if (known !== undefined) return known
    const score = fitAt(steep, frame, places, { du, dv })
    scores.set(key, score)
    return score
  }
  let best = { u: 0, v: 0, score: -1 }
  const tried: number[] = []
  const look = (u: number, v: number): void => {
    const score = scoreAt(u, v)
    if (score > best.score) best = { u, v, score }
  }
  for (let v = -MOST_SHIFT; v <= MOST_SHIFT; v += COARSE) {
    for (let u = -MOST_SHIFT; u <= MOST_SHIFT; u += COARSE) {
      look(u, v)
      tried.push(scoreAt(u, v))
    }
  }
  const { u: u0, v: v0 } = best
  for (let v = -1; v <= 1; v++) for (let u = -1; u <= 1; u++) look(clamp(u0 + u), clamp(v0 + v))
  const fit = deviations(best.score, tried)
  const sure = places.length > 0 && fit >= LEAST_FIT
  const shift = sure
    ? {
        u: best.u + summit(scoreAt, best, 1, 0),
        v: best.v + summit(scoreAt, best, 0, 1),
      }
    : { u: 0, v: 0 }
  return { camera: shifted(camera, shift), shift, sure, fit }
}

/** The camera with its picture shifted by this many pixels. */
export function shifted(camera: CameraModel, { u, v }: Registration['shift']): CameraModel {
  const { width, height, focal, eye, lookAt, roll, centre = { u: width / 2, v: height / 2 } } = camera
  const place = { u: centre.u + u, v: centre.v + v }
  return { width, height, focal, eye, lookAt, centre: place, ...(roll !== undefined && { roll }) }
}

const clamp = (value: number): number => Math.max(-MOST_SHIFT, Math.min(MOST_SHIFT, value))

/** Sub-pixel offset: the peak of the parabola through the best score and its two neighbours. */
function summit(
  scoreAt: (u: number, v: number) => number,
  { u, v, score }: { readonly u: number; readonly v: number; readonly score: number },
  du: number,
  dv: number,
): number {
  if (Math.abs(u) === MOST_SHIFT || Math.abs(v) === MOST_SHIFT) return 0
  const [a, b] = [scoreAt(u - du, v - dv), scoreAt(u + du, v + dv)]
  const bend = a + b - 2 * score
  return bend >= 0 ? 0 : (0.5 * (a - b)) / bend
}

function deviations(score: number, all: readonly number[]): number {
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length
  const spread = Math.sqrt(all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length)
  return spread === 0 ? 0 : (score - mean) / spread
}

/** Points on the map's lines in the picture: three numbers each, u, v, and whether the line is horizontal there. */
type LinePlaces = Int32Array

function linePlaces(camera: CameraModel, map: FieldMap): LinePlaces {
  const out: number[] = []
  for (const [x0, y0, x1, y1] of lines(map)) {
    const count = Math.max(2, Math.round(Math.hypot(x1 - x0, y1 - y0) / SPACING_M))
    for (let i = 0; i <= count; i++) {
      const pixel = project(camera, [x0 + ((x1 - x0) * i) / count, y0 + ((y1 - y0) * i) / count, 0])
      if (pixel !== undefined) out.push(Math.floor(pixel.u), Math.floor(pixel.v), y0 === y1 ? 1 : 0)
    }
  }
  return Int32Array.from(out)
}

type Line = readonly [x0: number, y0: number, x1: number, y1: number]

function lines({ zones, size }: FieldMap): Line[] {
  const around = (x0: number, y0: number, x1: number, y1: number): Line[] => [
    [x0, y0, x1, y0],
    [x0, y1, x1, y1],
    [x0, y0, x0, y1],
    [x1, y0, x1, y1],
  ]
  return [
    ...zones.flatMap(({ at, size: { x, y } }) =>
      around(at.x - x / 2, at.y - y / 2, at.x + x / 2, at.y + y / 2),
    ),
    // the far edge is hidden by the apron, the near one by the rim
    ...around(0, 0, size.x, size.y).slice(2),
  ]
}

export interface Steepness {
  /** gradient from one row to the next, and from one column to the next */
  readonly down: Float32Array
  readonly right: Float32Array
}

/** How steep a picture is from pixel to pixel: where its lines are. */
export function steepness({ width, height, rgb }: Raster): Steepness {
  const grey = new Float32Array(width * height)
  for (let i = 0; i < grey.length; i++)
    grey[i] = ((rgb[3 * i] as number) + 2 * (rgb[3 * i + 1] as number) + (rgb[3 * i + 2] as number)) / 4
  const [down, right] = [new Float32Array(grey.length), new Float32Array(grey.length)]
  for (let v = 1; v < height - 1; v++) {
    for (let u = 1; u < width - 1; u++) {
      const i = v * width + u
      right[i] = Math.min(MOST_STEEP, Math.abs((grey[i + 1] as number) - (grey[i - 1] as number)))
      down[i] = Math.min(MOST_STEEP, Math.abs((grey[i + width] as number) - (grey[i - width] as number)))
    }
  }
  return { down, right }
}

interface Offset {
  readonly du: number
  readonly dv: number
}

function fitAt(
  { down, right }: Steepness,
  { width, height }: Raster,
  places: LinePlaces,
  { du, dv }: Offset,
): number {
  let sum = 0
  for (let i = 0; i < places.length; i += 3) {
    const x = (places[i] as number) + du
    const y = (places[i + 1] as number) + dv
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue
    sum += (places[i + 2] === 1 ? down : right)[y * width + x] as number
  }
  return sum
}
