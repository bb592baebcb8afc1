import { topAround, upper, type Enrolled, type View } from './enrolment.js'
import type { Point } from './network.js'
import { HEIGHT, type TableMap } from './table-map.js'

/** A thing that was seen, and named. */
export interface Named {
  readonly name: string
  /** its middle from above, and the height of its top over the table, metres */
  readonly x: number
  readonly y: number
  readonly top: number
  /** how tall it may be as it stands or lies, metres: on its side that depends on which side it is */
  readonly heights: readonly number[]
  readonly lies: boolean
  /** how far it reaches from its middle, metres */
  readonly radius: number
}

/** Bounds under which a thing is not to be seen, fitted on validation scenes. */
export interface Bounds {
  /** a point belongs to the thing that it is most like if it is as like as this, −1…1 */
  readonly point: number
  /** and all points of the thing together must be as like as this */
  readonly thing: number
  /** the least share of it that is seen */
  readonly share: number
  /** points that say so, at least */
  readonly points: number
}

/** Which of the enrolled things are seen, and where: each once, or not at all. */
export function nameThings(
  map: TableMap,
  points: readonly Point[],
  { enrolled, bounds }: { readonly enrolled: readonly Enrolled[]; readonly bounds: Bounds },
): Named[] {
  const votes = points.flatMap((point) => voteOf(point, enrolled, bounds.point))
  return enrolled.flatMap((thing): Named[] => {
    const members = together(votes.filter((vote) => vote.thing === thing))
    const weight = sum(members, () => 1)
    if (members.length < bounds.points) return []
    if (sum(members, ({ like }) => like) / weight < bounds.thing) return []
    if (sum(members, ({ point }) => point.share) / weight < bounds.share) return []
    return [named(map, thing, members)]
  })
}

interface Vote {
  readonly thing: Enrolled
  readonly view: View
  readonly like: number
  readonly point: Point
}

/** Votes for one middle are within this, metres. */
const AROUND = 0.022

function voteOf(point: Point, enrolled: readonly Enrolled[], least: number): Vote[] {
  let best: Vote | undefined
  for (const thing of enrolled)
    for (const view of thing.views) {
      const like = dot(view.direction, point.direction)
      if (like > (best?.like ?? least)) best = { thing, view, like, point }
    }
  return best === undefined ? [] : [best]
}

/** The votes for the middle for which there are most. */
function together(votes: readonly Vote[]): readonly Vote[] {
  let best: readonly Vote[] = []
  let most = 0
  for (const { point } of votes) {
    const near = votes.filter((other) => isNear(other.point, point.middle))
    const weight = sum(near, ({ like }) => like)
    if (weight > most) [best, most] = [near, weight]
  }
  return best
}

function named(map: TableMap, thing: Enrolled, members: readonly Vote[]): Named {
  const weight = sum(members, ({ like }) => like)
  const lying = sum(members, ({ view, like }) => (view.lies ? like : 0))
  const lies = lying > weight / 2
  const views = thing.views.filter((view) => view.lies === lies)
  const top = upper(members.map(({ point }) => topAround(map, point.cell, HEIGHT))) - LOWEST_M
  return {
    name: thing.name,
    x: sum(members, ({ point, like }) => like * point.middle[0]) / weight,
    y: sum(members, ({ point, like }) => like * point.middle[1]) / weight,
    top,
    heights: views.map(({ height }) => height),
    lies,
    radius: sum(views, ({ radius }) => radius) / views.length,
  }
}

/** The map's heights begin below the table, metres. */
const LOWEST_M = 0.01

const isNear = ({ middle: [x, y] }: Point, [atX, atY]: readonly [number, number]): boolean =>
  Math.hypot(x - atX, y - atY) < AROUND

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0)
}

function dot(a: Float32Array, b: Float32Array): number {
  let total = 0
  for (let at = 0; at < a.length; at++) total += (a[at] ?? 0) * (b[at] ?? 0)
  return total
}
