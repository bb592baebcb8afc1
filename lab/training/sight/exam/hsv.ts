import type { ShotRead } from '#tabletop/sight/map/read-shot.js'
import { focalOf } from '#simulation/render/pinhole.js'
import { placeAt } from '#tabletop/planning/where.js'
import { MAST } from '#tabletop/sight/mast-camera.js'
import { components, median, type Shown, type Statement } from './reader.js'

/**
 * Colour thresholds as in a textbook: a range of hue, saturation and value from the view at enrolment, the largest
 * connected component in it, its middle on the plane of the table. No depth, so nothing about on and upright.
 */
export interface HsvBounds {
  /** degrees on both sides */
  readonly hue: number
  /** share of the saturation and the value at enrolment that they may be off */
  readonly level: number
  /** least area, as a share of that at enrolment */
  readonly area: number
}

export const HSV_BOUNDS: readonly HsvBounds[] = [8, 14].flatMap((hue) =>
  [0.25, 0.4].flatMap((level) => [0.3, 0.5, 0.7].map((area) => ({ hue, level, area }))),
)

interface Range {
  readonly name: string
  readonly hsv: readonly [number, number, number]
  readonly area: number
}

export function hsvRanges(shown: readonly Shown[]): Range[] {
  const names = [...new Set(shown.map(({ name }) => name))]
  return names.map((name) => {
    const own = shown.filter((each) => each.name === name)
    const samples = own.flatMap(({ read, pixels }) => pixels.map((index) => hsvAt(read, index)))
    return {
      name,
      hsv: [
        circularMedian(samples.map(([h]) => h)),
        median(samples.map(([, s]) => s)),
        median(samples.map(([, , v]) => v)),
      ],
      area: median(own.map(({ pixels }) => pixels.length)),
    }
  })
}

export function readHsv(
  read: ShotRead,
  ranges: readonly Range[],
  choices: readonly HsvBounds[],
): Statement[][] {
  const { width, height } = read.rgbd.picture
  const pixels = new Float32Array(3 * width * height)
  for (let index = 0; index < width * height; index++) pixels.set(hsvAt(read, index), 3 * index)
  return choices.map((bounds) => ranges.flatMap((range) => statementOf(read, { pixels, range, bounds })))
}

function statementOf(
  read: ShotRead,
  { pixels, range, bounds }: { pixels: Float32Array; range: Range; bounds: HsvBounds },
): Statement[] {
  const { width, height } = read.rgbd.picture
  const matches = new Uint8Array(width * height)
  for (let index = 0; index < matches.length; index++)
    if (isWithin(pixels, index, { own: range.hsv, bounds })) matches[index] = 1
  const largest = components(matches, width).sort((a, b) => b.length - a.length)[0]
  if (largest === undefined || largest.length < bounds.area * range.area) return []
  const column = largest.reduce((sum, index) => sum + (index % width) + 0.5, 0) / largest.length
  const row = largest.reduce((sum, index) => sum + Math.floor(index / width) + 0.5, 0) / largest.length
  // the camera looks straight down: up in the picture is x, right is −y
  const far = MAST.position[2] / focalOf(MAST)
  const [x, y] = [MAST.position[0] + (height / 2 - row) * far, MAST.position[1] - (column - width / 2) * far]
  return [{ name: range.name, x, y, location: placeAt([x, y, 0.02], read.slides).name, lies: undefined }]
}

function isWithin(
  pixels: Float32Array,
  index: number,
  { own, bounds }: { own: readonly [number, number, number]; bounds: HsvBounds },
): boolean {
  const [h, s, v] = [pixels[3 * index] ?? 0, pixels[3 * index + 1] ?? 0, pixels[3 * index + 2] ?? 0]
  if (Math.abs(v - own[2]) > bounds.level * Math.max(0.3, own[2])) return false
  // what has no hue is told by that and its value
  if (own[1] < 0.2) return s < 0.25
  const apart = Math.abs(h - own[0])
  return Math.min(apart, 360 - apart) < bounds.hue && Math.abs(s - own[1]) < bounds.level
}

function hsvAt({ rgbd }: ShotRead, index: number): [number, number, number] {
  const { rgb } = rgbd.picture
  const [r, g, b] = [
    (rgb[3 * index] ?? 0) / 255,
    (rgb[3 * index + 1] ?? 0) / 255,
    (rgb[3 * index + 2] ?? 0) / 255,
  ]
  const most = Math.max(r, g, b)
  const range = most - Math.min(r, g, b)
  if (range === 0) return [0, 0, most]
  const sector =
    most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4
  return [60 * sector, range / most, most]
}

function circularMedian(hues: readonly number[]): number {
  const [x, y] = hues.reduce(
    (sum, hue) => [sum[0] + Math.cos((hue * Math.PI) / 180), sum[1] + Math.sin((hue * Math.PI) / 180)],
    [0, 0],
  )
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
}
