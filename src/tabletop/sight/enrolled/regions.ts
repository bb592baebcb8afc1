import type { Point } from './network.js'
import { HEIGHT, MAP_X, MAP_Y, type TableMap } from '../map/table-map.js'

/** Points are on a grid of so many cells. */
const GRID = 3
/** Neighbours whose shares of red and green differ by less belong to one region. */
const TONE = 0.035
/** And whose heights differ by less, millimetres. */
const STEP_MM = 18
/** Cells around a point that are as high as it, within millimetres, tell its tone. */
const LEVEL_MM = 8

type Tone = readonly [number, number]

/**
 * Groups of points that may be one thing, by colour and depth alone: what stands alone, each region of one colour, and
 * regions that touch, two together or one with all of its neighbours, and two of about one colour that are near.
 */
export function regionsOf(map: TableMap, points: readonly Point[]): Point[][] {
  const tones = points.map(({ cell }) => toneAt(map, cell))
  const next = neighboursOf(points)
  const height = (index: number): number => map.value(HEIGHT, points[index]?.cell ?? 0)
  const joins = (a: number, b: number): boolean =>
    apart(tones[a], tones[b]) < TONE && Math.abs(height(a) - height(b)) < STEP_MM
  const alone = labelled(next, () => true)
  const single = labelled(next, joins)
  const groups = [...membersOf(alone), ...membersOf(single)]
  const regions = membersOf(single)
  const touching = regions.map(() => new Set<number>())
  next.forEach((others, at) => {
    for (const other of others) {
      const [a = 0, b = 0] = [single[at], single[other]]
      if (a !== b) touching[a]?.add(b)
    }
  })
  regions.forEach((own, label) => {
    const others = [...(touching[label] ?? [])]
    for (const other of others) if (other > label) groups.push([...own, ...(regions[other] ?? [])])
    if (others.length > 1) groups.push([...own, ...others.flatMap((other) => regions[other] ?? [])])
  })
  const meanTones = regions.map((own) => mean(own.map((index) => tones[index] ?? [0, 0])))
  regions.forEach((own, a) =>
    regions.forEach((other, b) => {
      if (b <= a || touching[a]?.has(b) || apart(meanTones[a], meanTones[b]) > ALIKE) return
      if (isNear(own, other, points)) groups.push([...own, ...other])
    }),
  )
  return distinct(groups).map((group) => group.flatMap((index) => points[index] ?? []))
}

/** Mean shares of red and of green of two regions that may be one thing, which something hangs over, differ by less. */
const ALIKE = 0.06
/** And they are at most so many cells apart: 60 mm. */
const GAP = 15

function isNear(own: readonly number[], others: readonly number[], points: readonly Point[]): boolean {
  return own.some((a) =>
    others.some((b) => {
      const [p, q] = [points[a]?.cell ?? 0, points[b]?.cell ?? 0]
      return Math.hypot(Math.floor(p / MAP_Y) - Math.floor(q / MAP_Y), (p % MAP_Y) - (q % MAP_Y)) <= GAP
    }),
  )
}

const mean = (values: readonly Tone[]): Tone => [
  values.reduce((sum, [r]) => sum + r, 0) / values.length,
  values.reduce((sum, [, g]) => sum + g, 0) / values.length,
]

function toneAt(map: TableMap, cell: number): Tone {
  let [r, g, sum] = [0, 0, 0]
  const level = map.value(HEIGHT, cell)
  for (const row of [-MAP_Y, 0, MAP_Y])
    for (const column of [-1, 0, 1]) {
      const at = cell + row + column
      if (!map.isThing(at) || Math.abs(map.value(HEIGHT, at) - level) > LEVEL_MM) continue
      r += map.value(0, at)
      g += map.value(1, at)
      sum += map.value(0, at) + map.value(1, at) + map.value(2, at)
    }
  return [r / Math.max(3, sum), g / Math.max(3, sum)]
}

const apart = (a: Tone = [0, 0], b: Tone = [0, 0]): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Of each point the numbers of those beside it. */
function neighboursOf(points: readonly Point[]): number[][] {
  const at = new Map(points.map(({ cell }, index) => [cell, index]))
  const steps = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => GRID * (row * MAP_Y + column)))
  return points.map(({ cell }) =>
    steps.flatMap((step) => {
      const isInside = cell + step >= 0 && cell + step < MAP_X * MAP_Y
      const other = step === 0 || !isInside ? undefined : at.get(cell + step)
      return other ?? []
    }),
  )
}

/** A label for each point: the same for those that hang together. */
function labelled(next: readonly number[][], joins: (a: number, b: number) => boolean): number[] {
  const labels = new Array<number>(next.length).fill(-1)
  let label = 0
  next.forEach((_, start) => {
    if (labels[start] !== -1) return
    const own = [start]
    labels[start] = label
    for (let at = 0; at < own.length; at++)
      for (const other of next[own[at] ?? 0] ?? [])
        if (labels[other] === -1 && joins(own[at] ?? 0, other)) {
          labels[other] = label
          own.push(other)
        }
    label++
  })
  return labels
}

function membersOf(labels: readonly number[]): number[][] {
  const members: number[][] = []
  labels.forEach((label, index) => (members[label] ??= []).push(index))
  return members
}

function distinct(groups: readonly number[][]): number[][] {
  const kept = new Map(groups.map((group) => [[...group].sort((a, b) => a - b).join(), group]))
  return [...kept.values()]
}
