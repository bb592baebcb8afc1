import { project, type CameraModel, type Pixel } from '#base/camera-model.js'
import type { FieldMap } from '#base/field-map.js'
import type { Raster } from '#base/rectify.js'
import { MOST_STEEP, registered, steepness, type Registration, type Steepness } from './registration.js'
import { fitSimilarity, moved, type LineOffset, type Similarity } from './similarity.js'

/** How far the camera is from where it was measured, as its picture of the field's lines tells. */
export interface PoseCheck {
  /** the camera with its picture laid on the map; only where `sure` may anything be read through it */
  readonly camera: CameraModel
  /** offset of the picture from where it should be, pixels right and down; 0 unless the map's lines were found */
  readonly shift: Registration['shift']
  /** clockwise turn of the picture, radians, and its enlargement, 0.01 = one per cent */
  readonly roll: number
  readonly scale: number
  /** largest distance of a corner of the field from its place in the picture, pixels */
  readonly error: number
  /** whether the map's lines were found at all */
  readonly registered: boolean
  /** whether enough lines all over the picture agree on this */
  readonly sure: boolean
  /** fraction of the lines that could be looked for which agree, 0…1 */
  readonly agreeing: number
}

/** lines are looked for up to this far from where the shift puts them, pixels */
const REACH = 8
/** rounds of looking for the lines: the first from the shift alone */
const PASSES = 4
/** a line agrees when it lies within this distance of its place, pixels */
const NEAR = 1.5
/** fewer agreeing lines, or a smaller fraction of them, and the estimate may be a chance match */
const LEAST_LINES = 10
const LEAST_AGREEING = 0.8
/** so many lines of zones are enough to begin with */
const LEAST_ALONE = 6
/** standard deviation of the estimate at a corner of the field above which it says nothing, pixels */
const MOST_DOUBT = 1.5
/** turn and scale that move nothing by more than this are within what the shift alone can tell, pixels */
const NEGLIGIBLE = 2

export function checkPose(frame: Raster, measured: CameraModel, map: FieldMap): PoseCheck {
  const steep = steepness(frame)
  const registration = registered(frame, measured, map, steep)
  const [zones, sides] = [zoneTracks(map), sideTracks(map)]
  const all = [...zones, ...sides]
  let camera = registration.camera
  let offsets: readonly LineOffset[] = []
  let fit: Similarity | undefined
  for (let round = 0; round < PASSES; round++) {
    // a rim has several edges: which of them is the field's is known once the zones are in their places
    const tracks = round === 0 && zones.length >= LEAST_ALONE ? zones : all
    offsets = tracks.flatMap((track) => offsetOf(track, camera, frame, { steep, nearest: round > 0 }) ?? [])
    fit = fitSimilarity(offsets, round === 0 ? REACH : 2 * NEAR)
    if (fit === undefined) break
    camera = moved(camera, fit)
  }
  const { shift, sure } = registration
  const found = { shift, registered: sure }
  return { ...verdict(offsets, fit, { measured, camera, registration, map }), ...found }
}

interface Estimate {
  readonly measured: CameraModel
  readonly camera: CameraModel
  readonly registration: Registration
  readonly map: FieldMap
}

function verdict(
  offsets: readonly LineOffset[],
  fit: Similarity | undefined,
  { measured, camera, registration, map }: Estimate,
): Omit<PoseCheck, 'shift' | 'registered'> {
  const left = fit === undefined ? [] : offsets.filter((offset) => Math.abs(fit.residual(offset)) <= NEAR)
  const agreeing = offsets.length === 0 ? 0 : left.length / offsets.length
  const corners = cornersOf(map)
  const doubt = fit === undefined ? Infinity : doubtOf(fit, camera, corners)
  const sure =
    registration.sure && left.length >= LEAST_LINES && agreeing >= LEAST_AGREEING && doubt <= MOST_DOUBT
  const own = apart(registration.camera, camera, corners)
  return {
    camera: own <= NEGLIGIBLE || !sure ? registration.camera : camera,
    roll: (camera.roll ?? 0) - (measured.roll ?? 0),
    scale: camera.focal / measured.focal - 1,
    error: apart(measured, camera, corners),
    sure,
    agreeing,
  }
}

/** Standard deviation of the estimate where it is largest of these points, pixels. */
const doubtOf = (fit: Similarity, camera: CameraModel, points: readonly Corner[]): number =>
  Math.max(
    ...points.map((point) => {
      const pixel = project(camera, point)
      return pixel === undefined ? Infinity : Math.hypot(...fit.doubtAt(fromAxis(camera, pixel)))
    }),
  )

type Corner = readonly [x: number, y: number, z: 0]

const cornersOf = ({ size: { x, y } }: FieldMap): Corner[] => [
  [0, 0, 0],
  [x, 0, 0],
  [x, y, 0],
  [0, y, 0],
]

/** Largest distance between the places of these points in the pictures of two cameras, pixels. */
function apart(a: CameraModel, b: CameraModel, points: readonly Corner[]): number {
  const by = points.map((point) => {
    const [p, q] = [project(a, point), project(b, point)]
    return p === undefined || q === undefined ? Infinity : Math.hypot(p.u - q.u, p.v - q.v)
  })
  return Math.max(...by)
}

/** A place in the picture, from the optical axis. */
function fromAxis({ width, height, centre }: CameraModel, { u, v }: Pixel): Pixel {
  return { u: u - (centre?.u ?? width / 2), v: v - (centre?.v ?? height / 2) }
}

/** Parallel painted lines close together, looked for as one along one axis of the picture. */
interface Track {
  readonly axis: 'u' | 'v'
  readonly points: readonly Corner[]
}

/** sampling points of a line, and how much of its ends, where lines meet, is left out */
const SAMPLES = 12
const ENDS = 0.12
/** parts into which a side of the field is cut */
const PARTS = 4

/** A straight line on the floor without its ends. */
const line = (x0: number, y0: number, x1: number, y1: number): Corner[] =>
  Array.from({ length: SAMPLES }, (_, i) => {
    const s = ENDS + ((1 - 2 * ENDS) * i) / (SAMPLES - 1)
    return [x0 + s * (x1 - x0), y0 + s * (y1 - y0), 0]
  })

/** Opposite sides of a zone go together: edges of its blocks, which lie between them, then do not. */
const zoneTracks = ({ zones }: FieldMap): Track[] =>
  zones.flatMap(({ at, size: { x, y } }): Track[] => {
    const [x0, x1, y0, y1] = [at.x - x / 2, at.x + x / 2, at.y - y / 2, at.y + y / 2]
    return [
      { axis: 'u', points: [...line(x0, y0, x0, y1), ...line(x1, y0, x1, y1)] },
      { axis: 'v', points: [...line(x0, y0, x1, y0), ...line(x0, y1, x1, y1)] },
    ]
  })

/** The left and right side, in parts; the far edge is hidden by the apron, the near one by the rim. */
const sideTracks = ({ size }: FieldMap): Track[] =>
  [0, size.x].flatMap((x) =>
    Array.from({ length: PARTS }, (_, i): Track => {
      return { axis: 'u', points: line(x, (size.y * i) / PARTS, x, (size.y * (i + 1)) / PARTS) }
    }),
  )

/** Where the lines of a track lie beside their place; `undefined` when too little of them is in the picture. */
function offsetOf(
  { axis, points }: Track,
  camera: CameraModel,
  { width, height }: Raster,
  { steep, nearest }: { readonly steep: Steepness; readonly nearest: boolean },
): LineOffset | undefined {
  const [image, step] = axis === 'u' ? [steep.right, 1] : [steep.down, width]
  const scores = Array<number>(2 * REACH + 1).fill(0)
  const middle = { u: 0, v: 0 }
  let count = 0
  for (const point of points) {
    const pixel = project(camera, point)
    if (pixel === undefined) continue
    const [u, v] = [Math.floor(pixel.u), Math.floor(pixel.v)]
    if (u < REACH || v < REACH || u >= width - REACH || v >= height - REACH) continue
    middle.u += pixel.u
    middle.v += pixel.v
    count++
    for (let n = 0; n < scores.length; n++)
      scores[n] = (scores[n] as number) + (image[v * width + u + (n - REACH) * step] as number)
  }
  if (count < points.length / 2) return undefined
  const best = peakOf(scores, nearest)
  if (best === undefined) return undefined
  const level = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return {
    axis,
    at: fromAxis(camera, { u: middle.u / count, v: middle.v / count }),
    by: centreOf(scores, best, level) - REACH,
    weight: ((scores[best] as number) - level) / (MOST_STEEP * count),
  }
}

/** a peak of at least this fraction of the highest one may be the line, too */
const CLEAR = 0.6

/** The highest peak, or the one nearest to the middle of those that are nearly as high; none at the ends. */
function peakOf(scores: readonly number[], nearest: boolean): number | undefined {
  const most = Math.max(...scores)
  const peaks = [...scores.keys()].filter((i) => {
    const [a, b, c] = [scores[i - 1] ?? Infinity, scores[i] as number, scores[i + 1] ?? Infinity]
    return b >= a && b >= c && b >= (nearest ? CLEAR * most : most)
  })
  const [first] = peaks.sort((a, b) => Math.abs(a - REACH) - Math.abs(b - REACH))
  return first
}

/** Middle of a peak: a painted line has an edge on each side. */
function centreOf(scores: readonly number[], peak: number, level: number): number {
  let [sum, weights] = [0, 0]
  for (let i = Math.max(0, peak - 2); i <= Math.min(scores.length - 1, peak + 2); i++) {
    const weight = Math.max(0, (scores[i] as number) - level)
    sum += weight * i
    weights += weight
  }
  return weights === 0 ? peak : sum / weights
}
