import type { Vector } from '../arm/pose.js'
import { ITEMS } from '../scene/items.js'
import type { Rgbd } from './rgbd.js'

/** Neighbouring pixels of one colour that stand out from the cell as it would be without things. */
export interface Cluster {
  /** the item whose colour they have */
  readonly item: string
  readonly points: readonly Vector[]
}

/**
 * Pixels that are nearer than the empty cell would be, by the colour of the item that they are most like.
 * @param empty depth of the cell without things, pixel by pixel, metres
 */
export function clustersOf(seen: Rgbd, empty: Float32Array): Cluster[] {
  const { width, height } = seen.picture
  const labels = new Int8Array(width * height).fill(NONE)
  for (let index = 0; index < labels.length; index++)
    if (standsOut(seen, empty, index)) labels[index] = likest(seen, index)
  const inner = eroded(labels, seen.picture)
  const clusters: Cluster[] = []
  for (let index = 0; index < inner.length; index++) {
    const label = inner[index] ?? NONE
    if (label === NONE) continue
    const points = flood(inner, width, index).map((pixel) => seen.point(pixel))
    if (points.length >= SMALLEST) clusters.push({ item: ITEMS[label]?.name ?? '', points })
  }
  return clusters
}

const NONE = -1
/** Nearer than the empty cell by more than a sensor errs, metres. */
const STANDS_OUT = 0.007
/** The arm at rest, with what it holds, is above this; things are below it, metres. */
const CEILING = 0.2
/** Pixels. */
const SMALLEST = 20

function standsOut(seen: Rgbd, empty: Float32Array, index: number): boolean {
  const nearer = (empty[index] ?? Infinity) - (seen.picture.depth[index] ?? Infinity)
  return nearer > STANDS_OUT && seen.point(index)[2] < CEILING
}

/** The item whose colour is nearest by its shares of red, green and blue: light and shade change only their sum. */
function likest(seen: Rgbd, index: number): number {
  const { rgb } = seen.picture
  const share = shares([rgb[3 * index] ?? 0, rgb[3 * index + 1] ?? 0, rgb[3 * index + 2] ?? 0])
  let best = NONE
  let least = WELL_APART
  SHARES.forEach((own, item) => {
    const apart = Math.hypot(own[0] - share[0], own[1] - share[1], own[2] - share[2])
    if (apart < least) [best, least] = [item, apart]
  })
  return best
}

/** A colour farther than this from that of every item is none of them. */
const WELL_APART = 0.24

function shares([r, g, b]: Vector): Vector {
  const sum = Math.max(1e-3, r + g + b)
  return [r / sum, g / sum, b / sum]
}

const SHARES = ITEMS.map(({ solids }) => shares(solids[0]?.colour ?? [1, 1, 1]))

/**
 * Without the pixels at the rims, where a camera that hangs a little off sees edges of the cell itself. The rim of a
 * top face is one on every side: also where the side below it, which faces the camera, has the same colour.
 */
function eroded(labels: Int8Array, { width, depth }: Rgbd['picture']): Int8Array {
  const isRim = (index: number, beside: number): boolean =>
    labels[beside] !== labels[index] || Math.abs((depth[beside] ?? 0) - (depth[index] ?? 0)) > STEP
  return labels.map((label, index) =>
    [-1, 1, -width, width].some((step) => isRim(index, index + step)) ? NONE : label,
  )
}

/** Neighbouring pixels that differ by more than this show different faces, metres. */
const STEP = 0.008

/** The pixels of one label around a pixel; they are taken out of the labels. */
function flood(labels: Int8Array, width: number, start: number): number[] {
  const label = labels[start]
  const found = [start]
  labels[start] = NONE
  for (let at = 0; at < found.length; at++)
    for (const step of [-1, 1, -width, width, 2, -2, 2 * width, -2 * width]) {
      const next = (found[at] ?? 0) + step
      if (labels[next] !== label) continue
      labels[next] = NONE
      found.push(next)
    }
  return found
}
