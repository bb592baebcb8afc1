import { aspectOf, type Aspect } from './enrolment.js'
import type { Point } from './network.js'
import type { TableMap } from './table-map.js'

/** Points that belong to one thing, whichever it is. */
export interface SeenThing extends Aspect {
  /** its middle from above, metres */
  readonly x: number
  readonly y: number
  /** how much of it is seen, 0…1 */
  readonly share: number
  readonly points: number
}

/** Votes for one middle are within this, metres. */
const AROUND = 0.02
/** Answers for one thing are as like as this, −1…1. */
const ALIKE = 0.55

/** Which points belong together: they agree on a middle and are alike. The thing with most points comes first. */
export function seenThings(map: TableMap, points: readonly Point[]): SeenThing[] {
  const near = points.map((point) => points.filter((other) => belongs(point, other)))
  const order = points.map((_, at) => at).sort((a, b) => (near[b]?.length ?? 0) - (near[a]?.length ?? 0))
  const taken = new Set<Point>()
  const found: SeenThing[] = []
  for (const at of order) {
    const seed = points[at]
    if (seed === undefined || taken.has(seed)) continue
    const members = near[at]?.filter((point) => !taken.has(point)) ?? []
    for (const member of members) taken.add(member)
    found.push(thingOf(map, members))
  }
  return found
}

const belongs = (a: Point, b: Point): boolean =>
  Math.hypot(a.middle[0] - b.middle[0], a.middle[1] - b.middle[1]) < AROUND &&
  likeness(a.direction, b.direction) > ALIKE

function thingOf(map: TableMap, members: readonly Point[]): SeenThing {
  const mean = (of: (point: Point) => number): number =>
    members.reduce((sum, point) => sum + of(point), 0) / members.length
  return {
    ...aspectOf(map, members),
    x: mean(({ middle }) => middle[0]),
    y: mean(({ middle }) => middle[1]),
    share: mean(({ share }) => share),
    points: members.length,
  }
}

/** The cosine of the angle between two directions of unit length. */
export function likeness(a: Float32Array, b: Float32Array): number {
  let total = 0
  for (let at = 0; at < a.length; at++) total += (a[at] ?? 0) * (b[at] ?? 0)
  return total
}
