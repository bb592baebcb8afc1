import type { Enrolled, View } from './enrolment.js'
import { likeness, seenThings, type SeenThing } from './seen-things.js'
import type { Point } from './network.js'
import type { TableMap } from './table-map.js'

/** A thing that was seen, and named. */
export interface Named {
  readonly name: string
  /** its middle from above, and the height of its top over the table, metres */
  readonly x: number
  readonly y: number
  readonly top: number
  /** the height at which something could stand on it, metres */
  readonly face: number
  /** how tall it may be as it stands or lies, metres: on its side that depends on which side it is */
  readonly heights: readonly number[]
  readonly lies: boolean
  /** of a circle as large as it is from above, metres */
  readonly radius: number
}

/** When a thing is seen, fitted on validation scenes. */
export interface Bounds {
  /** how much each of `differences` counts, and a constant after them, for the logarithm of the odds */
  readonly weights: readonly number[]
  /** the least odds, as a logarithm, at which a thing is named; under it, it is not to be seen */
  readonly odds: number
  /** the least share of it that is seen */
  readonly share: number
  /** points that say so, at least */
  readonly points: number
}

/** Which of the enrolled things are seen, and where: each once, or not at all. The likeliest are named first. */
export function nameThings(
  map: TableMap,
  points: readonly Point[],
  { enrolled, bounds }: { readonly enrolled: readonly Enrolled[]; readonly bounds: Bounds },
): Named[] {
  const pairs = seenThings(map, points)
    .filter((seen) => seen.points >= bounds.points && seen.share >= bounds.share)
    .flatMap((seen) => enrolled.flatMap((thing) => bestView(seen, thing, bounds.weights) ?? []))
    .filter(({ odds }) => odds >= bounds.odds)
    .sort((a, b) => b.odds - a.odds)
  const named = new Map<string, Named>()
  const taken = new Set<SeenThing>()
  for (const { seen, thing, view } of pairs) {
    if (taken.has(seen) || named.has(thing.name)) continue
    taken.add(seen)
    named.set(thing.name, asNamed(seen, thing, view))
  }
  return [...named.values()]
}

/** What tells a thing that is seen from a view of another: likeness, colour, and too low, high, small or large. */
export function differences(seen: SeenThing, view: View): number[] {
  const [r, g, b, bright] = view.tone
  return [
    likeness(seen.direction, view.direction),
    Math.hypot(seen.tone[0] - r, seen.tone[1] - g, seen.tone[2] - b) * 10,
    Math.abs(seen.tone[3] - bright) * 10,
    Math.max(0, view.height - seen.height) * 100,
    // what stands on another stands out by as much more
    Math.min(STACKED, Math.max(0, seen.height - view.height)) * 100,
    Math.max(0, view.radius - seen.radius) * 100,
    Math.max(0, seen.radius - view.radius) * 100,
  ]
}

/** Metres. */
const STACKED = 0.01

interface Pair {
  readonly seen: SeenThing
  readonly thing: Enrolled
  readonly view: View
  readonly odds: number
}

function bestView(seen: SeenThing, thing: Enrolled, weights: readonly number[]): Pair | undefined {
  let best: Pair | undefined
  for (const view of thing.views) {
    const values = [...differences(seen, view), 1]
    const odds = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
    if (best === undefined || odds > best.odds) best = { seen, thing, view, odds }
  }
  return best
}

function asNamed({ x, y, top, face }: SeenThing, { name, views }: Enrolled, { lies }: View): Named {
  const alike = views.filter((view) => view.lies === lies)
  return {
    name,
    x,
    y,
    top,
    face,
    heights: alike.map(({ height }) => height),
    lies,
    radius: alike.reduce((sum, { radius }) => sum + radius, 0) / alike.length,
  }
}
