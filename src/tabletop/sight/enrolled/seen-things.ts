import { dot } from './classifier.js'
import { aspectOf, type Aspect } from './enrolment.js'
import type { Point } from './network.js'
import { ownersOf } from './outline.js'
import { regionsOf } from './regions.js'
import { MAP_X, MAP_Y, type TableMap } from '../map/table-map.js'

/** Points that may belong to one thing, whichever it is. */
export interface SeenThing extends Aspect {
  /** its middle from above, metres */
  readonly x: number
  readonly y: number
  /** how much of it is seen, 0…1 */
  readonly share: number
  readonly points: number
  readonly members: readonly Point[]
  /** all cells of the map that show it */
  readonly cells: readonly number[]
  /** the heights of other things right beside it, metres: it may stand on one of them */
  readonly floors: readonly number[]
}

/** Votes for one middle are within so many metres, answers for one thing as like as this, −1…1: loose, and strict. */
const VOTES = [
  { around: 0.02, alike: 0.55 },
  { around: 0.012, alike: 0.75 },
] as const
/** What is seen whole has its middle where the rectangle around it has it; of the rest the network guesses it. */
export const WHOLE = 0.75
/** Larger groups are more than one thing. */
const MOST = 160

/**
 * Groups of points that may be one thing: those that agree on a middle and are alike, and those that hang together by
 * colour and depth. Groups overlap: which of them are things is decided when they are named.
 */
export function seenThings(map: TableMap, points: readonly Point[]): SeenThing[] {
  const groups = [...VOTES.flatMap((vote) => agreeing(points, vote)), ...regionsOf(map, points)]
  const cells = cellsOf(map, points)
  const known = new Map(
    groups.map((group) => [
      group
        .map(({ cell }) => cell)
        .sort((a, b) => a - b)
        .join(),
      group,
    ]),
  )
  return [...known.values()]
    .filter(({ length }) => length > 0 && length < MOST)
    .map((members) =>
      thingOf(
        map,
        members,
        members.flatMap((member) => cells.get(member) ?? []),
      ),
    )
}

/** Each point in one group, the group with most points first. */
function agreeing(points: readonly Point[], { around, alike }: (typeof VOTES)[number]): Point[][] {
  const belongs = (a: Point, b: Point): boolean =>
    Math.hypot(a.middle[0] - b.middle[0], a.middle[1] - b.middle[1]) < around &&
    likeness(a.direction, b.direction) > alike
  const near = points.map((point) => points.filter((other) => belongs(point, other)))
  const order = points.map((_, at) => at).sort((a, b) => (near[b]?.length ?? 0) - (near[a]?.length ?? 0))
  const taken = new Set<Point>()
  return order.map((at) => {
    const seed = points[at]
    if (seed === undefined || taken.has(seed)) return []
    const members = near[at]?.filter((point) => !taken.has(point)) ?? []
    for (const member of members) taken.add(member)
    return members
  })
}

/** The cells that are nearest to each point. */
function cellsOf(map: TableMap, points: readonly Point[]): Map<Point, number[]> {
  const cells = new Map(points.map((point): [Point, number[]] => [point, [point.cell]]))
  ownersOf(map, points).forEach((owner, cell) => {
    const point = points[owner]
    if (point !== undefined && point.cell !== cell) cells.get(point)?.push(cell)
  })
  return cells
}

function thingOf(map: TableMap, members: readonly Point[], cells: readonly number[]): SeenThing {
  const mean = (of: (point: Point) => number): number =>
    members.reduce((sum, point) => sum + of(point), 0) / members.length
  const aspect = aspectOf(map, members, cells)
  const share = mean((point) => point.share)
  const [x, y] =
    share > WHOLE
      ? [aspect.outline.x, aspect.outline.y]
      : [mean(({ middle }) => middle[0]), mean(({ middle }) => middle[1])]
  return { ...aspect, x, y, share, points: members.length, members, cells, floors: floorsAround(map, cells) }
}

/** Cells between a thing and what is looked at beside it. */
const GAPS = [2, 4]

function floorsAround(map: TableMap, cells: readonly number[]): number[] {
  const own = new Set(cells)
  const around = new Set<number>()
  for (const cell of cells)
    for (const gap of GAPS)
      for (const row of [-gap, 0, gap])
        for (const column of [-gap, 0, gap]) {
          const at = cell + row * MAP_Y + column
          if (at >= 0 && at < MAP_X * MAP_Y && !own.has(at) && map.isThing(at)) around.add(at)
        }
  return [...around].map((cell) => map.height(cell))
}

/** The cosine of the angle between two directions of unit length. */
export const likeness = (a: Float32Array, b: Float32Array): number => dot(a, b)
