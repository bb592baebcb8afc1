import type { Named } from '#tabletop/sight/enrolled/name-things.js'
import type { ShotRead } from '#tabletop/sight/map/read-shot.js'
import { whereNamed } from '#tabletop/sight/enrolled/where-named.js'
import type { Vector } from '#tabletop/arm/pose.js'
import { cellAt } from '#tabletop/sight/map/table-map.js'
import { CEILING, components, STANDS_OUT, type Shown, type Statement } from './reader.js'

/**
 * The best without a model: what the tabletop's own Sight does, for things that were shown. Pixels that stand out from
 * the empty cell, by the nearest colour of an enrolled thing after balancing by the table; clusters of one colour, and
 * things that stand alone and are mostly of it, by length, width and area beside each view.
 */
export interface ClassicalBounds {
  /** a colour farther than this from all that are known is none of them */
  readonly colour: number
  /** how far length, width and area may be off, as a share */
  readonly worst: number
}

export const CLASSICAL_BOUNDS: readonly ClassicalBounds[] = [0.06, 0.1, 0.15, 0.24].flatMap((colour) =>
  [0.15, 0.2, 0.25, 0.35, 0.45, 0.55].map((worst) => ({ colour, worst })),
)

type Tone = readonly [number, number, number, number]

interface Size {
  readonly long: number
  readonly wide: number
  readonly area: number
}

interface Known {
  readonly name: string
  readonly tones: readonly Tone[]
  readonly views: readonly (Size & { readonly lies: boolean; readonly height: number })[]
}

export function knownFrom(shown: readonly Shown[]): Known[] {
  const names = [...new Set(shown.map(({ name }) => name))]
  return names.map((name) => {
    const own = shown.filter((each) => each.name === name && each.pixels.length > 0)
    return {
      name,
      tones: own.flatMap(({ read, pixels }) => tonesOf(pixels.map((index) => toneAt(read, index)))),
      views: own.map(({ read, pixels, lies }) => {
        const inner = eroded(pixels, read.rgbd.picture.width)
        const heights = inner.map((index) => (read.empty[index] ?? 0) - (read.rgbd.picture.depth[index] ?? 0))
        return { ...sizeOf(read, inner), lies, height: upperOf(heights) }
      }),
    }
  })
}

/** Reads one picture under each of some bounds. */
export function readClassical(
  read: ShotRead,
  known: readonly Known[],
  choices: readonly ClassicalBounds[],
): Statement[][] {
  const standing = standingOut(read)
  const fits = new Map<number, readonly Fit[]>()
  return choices.map(({ colour, worst }) => {
    const kept = fits.get(colour) ?? fitsUnder(read, known, { standing, colour })
    fits.set(colour, kept)
    const seen = known.flatMap(({ name }) => {
      const own = kept.filter((fit) => fit.named.name === name && fit.misfit < worst)
      return own.sort((x, y) => x.misfit - y.misfit)[0]?.named ?? []
    })
    return seen.map((each) => ({
      name: each.name,
      x: each.x,
      y: each.y,
      location: whereNamed(each, seen, read.slides),
      lies: each.lies,
    }))
  })
}

interface Fit {
  readonly named: Named
  readonly misfit: number
}

interface Standing {
  readonly index: number
  readonly tone: Tone
}

function standingOut(read: ShotRead): Standing[] {
  const { depth } = read.rgbd.picture
  const found: Standing[] = []
  for (let index = 0; index < depth.length; index++) {
    const out = (read.empty[index] ?? 0) - (depth[index] ?? Infinity)
    if (out >= STANDS_OUT && read.rgbd.point(index)[2] < CEILING)
      found.push({ index, tone: toneAt(read, index) })
  }
  return found
}

function fitsUnder(
  read: ShotRead,
  known: readonly Known[],
  { standing, colour }: { readonly standing: readonly Standing[]; readonly colour: number },
): Fit[] {
  const { width, height } = read.rgbd.picture
  const labels = new Int16Array(width * height).fill(NOTHING)
  for (const { index, tone } of standing) labels[index] = nearest(tone, known, colour)
  const inner = new Uint8Array(width * height)
  for (const { index } of standing)
    if (steps(width).every((step) => labels[index + step] !== NOTHING)) inner[index] = 1
  // what stands alone is one thing, however light and shade change its colours
  const alone = components(inner, width).filter(({ length }) => length >= SMALLEST)
  return known.flatMap((thing, label): Fit[] => {
    const own = new Uint8Array(width * height)
    for (const { index } of standing)
      if (labels[index] === label && steps(width).every((step) => labels[index + step] === label))
        own[index] = 1
    const clusters = components(own, width).filter(({ length }) => length >= SMALLEST)
    const mostly = alone.filter(
      (cluster) => cluster.filter((index) => labels[index] === label).length > MOSTLY * cluster.length,
    )
    return [...clusters, ...mostly].flatMap((cluster) => fitsOf(read, thing, cluster))
  })
}

const steps = (width: number): readonly number[] => [-1, 1, -width, width]
const NOTHING = -2
const SMALLEST = 20
const MOSTLY = 0.4

function fitsOf(read: ShotRead, thing: Known, cluster: readonly number[]): Fit[] {
  const size = sizeOf(read, cluster)
  const top = upperOf(cluster.map((index) => read.rgbd.point(index)[2]))
  return thing.views.map((view) => ({
    misfit: Math.max(
      Math.abs(size.long / view.long - 1),
      Math.abs(size.wide / view.wide - 1),
      Math.abs(size.area / view.area - 1),
    ),
    named: {
      name: thing.name,
      x: size.x,
      y: size.y,
      top,
      face: top,
      heights: [view.height],
      lies: view.lies,
      radius: Math.sqrt(view.area / Math.PI),
    },
  }))
}

/** Shares of red, green and blue, and a little of how bright it is: light and shade change mostly that. */
function toneAt({ rgbd, balance }: ShotRead, index: number): Tone {
  const [r, g, b] = [0, 1, 2].map((at) => (rgbd.picture.rgb[3 * index + at] ?? 0) * (balance[at] ?? 1)) as [
    number,
    number,
    number,
  ]
  const sum = Math.max(3, r + g + b)
  return [r / sum, g / sum, b / sum, (BRIGHT * sum) / 765]
}

const BRIGHT = 0.15

const apart = (a: Tone, b: Tone): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])

function nearest(tone: Tone, known: readonly Known[], within: number): number {
  let [best, least] = [-1, within]
  known.forEach(({ tones }, label) => {
    for (const own of tones) {
      const far = apart(tone, own)
      if (far < least) [best, least] = [label, far]
    }
  })
  return best
}

/** The one or two colours of a thing: k-means with two middles, of which a rare or near one is dropped. */
function tonesOf(samples: readonly Tone[]): Tone[] {
  const [first] = samples
  if (first === undefined) return []
  let middles: readonly Tone[] = [first, farthest(samples, first)]
  for (let round = 0; round < 6; round++)
    middles = middles.map((_, at) => meanOf(nearestTo(samples, middles, at), middles[at]))
  const [a, b] = middles as [Tone, Tone]
  const shareOfB = nearestTo(samples, middles, 1).length / samples.length
  if (apart(a, b) < 0.06) return [meanOf(samples, a)]
  return shareOfB < 0.12 ? [a] : shareOfB > 0.88 ? [b] : [a, b]
}

const farthest = (samples: readonly Tone[], from: Tone): Tone =>
  samples.reduce((best, each) => (apart(each, from) > apart(best, from) ? each : best), from)

const nearestTo = (samples: readonly Tone[], middles: readonly Tone[], at: number): readonly Tone[] =>
  samples.filter((each) => middles.every((other) => apart(each, middles[at] ?? other) <= apart(each, other)))

function meanOf(samples: readonly Tone[], fallback: Tone | undefined): Tone {
  if (samples.length === 0) return fallback ?? [0, 0, 0, 0]
  return [0, 1, 2, 3].map(
    (at) => samples.reduce((sum, each) => sum + (each[at] ?? 0), 0) / samples.length,
  ) as never
}

function eroded(pixels: readonly number[], width: number): number[] {
  const own = new Set(pixels)
  return pixels.filter((index) => [-1, 1, -width, width].every((step) => own.has(index + step)))
}

const upperOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(0.92 * (values.length - 1))] ?? 0

/** Length, width and middle of the smallest rectangle around pixels, and their area, metres. */
function sizeOf(
  read: ShotRead,
  pixels: readonly number[],
): Size & { readonly x: number; readonly y: number } {
  const points = pixels.map((index) => read.rgbd.point(index))
  let best = { long: 0, wide: 0, x: 0, y: 0, area: areaOf(points) }
  let least = Infinity
  for (let step = 0; step < 18; step++) {
    const angle = (step * Math.PI) / 36
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const [lowU, highU] = rangeOf(points.map(([x, y]) => c * x + s * y))
    const [lowV, highV] = rangeOf(points.map(([x, y]) => c * y - s * x))
    const [long, wide] = [highU - lowU, highV - lowV]
    if (long * wide >= least) continue
    least = long * wide
    const [u, v] = [(lowU + highU) / 2, (lowV + highV) / 2]
    best = {
      ...best,
      long: Math.max(long, wide),
      wide: Math.min(long, wide),
      x: c * u - s * v,
      y: s * u + c * v,
    }
  }
  return best
}

/** Seen straight from above, by the cells of 4 mm that points are in: how high a thing is makes no difference. */
function areaOf(points: readonly Vector[]): number {
  return 16e-6 * new Set(points.map(([x, y]) => cellAt(x, y))).size
}

/** Without the few that stick out. */
function rangeOf(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b)
  const cut = Math.floor(values.length * 0.01)
  return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 0]
}
