import type { Enrolled, View } from './enrolment.js'
import { likeness, seenThings, WHOLE, type SeenThing } from './seen-things.js'
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
  /** nothing where it could do either */
  readonly lies: boolean | undefined
  /** of a circle as large as it is from above, metres */
  readonly radius: number
}

/** When a thing is seen, fitted on validation scenes. */
export interface Bounds {
  /** how much each of `differences` counts, and a constant after them, for the logarithm of the odds */
  readonly weights: readonly number[]
  /** the least odds, as a logarithm, at which a thing is named; under it, it is not to be seen */
  readonly odds: number
  /** by so much the odds of standing and of lying differ at least, as a logarithm, before it is said which */
  readonly pose: number
  /** how much the other names that what is seen could have count against one, 0…1 */
  readonly name: number
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
  return nameSeen(seenThings(map, points), { enrolled, bounds })
}

/** The same of groups of points that may be things. */
export function nameSeen(
  groups: readonly SeenThing[],
  { enrolled, bounds }: { readonly enrolled: readonly Enrolled[]; readonly bounds: Bounds },
): Named[] {
  const pairs = groups
    .filter((seen) => seen.points >= bounds.points && seen.share >= bounds.share)
    .flatMap((seen) =>
      rivals(
        enrolled.flatMap((thing) => bestView(seen, thing, bounds.weights) ?? []),
        bounds,
      ),
    )
    .filter(({ odds }) => odds >= bounds.odds)
    .sort((a, b) => b.odds - a.odds)
  const named = new Map<string, Named>()
  const taken = new Set<Point>()
  for (const pair of pairs) {
    const { seen, thing } = pair
    const common = seen.members.filter((point) => taken.has(point)).length
    if (common > COMMON * seen.points || named.has(thing.name)) continue
    for (const point of seen.members) taken.add(point)
    named.set(thing.name, asNamed(pair, bounds.pose))
  }
  return [...named.values()]
}

/** So large a share of the points of two things may be the same. */
const COMMON = 0.3

/** What tells a thing that is seen from a view of another: likeness, colour, and too low, high, small or large. */
export function differences(seen: SeenThing, view: View): number[] {
  const [own, other] = [seen.outline, view.outline]
  const whole = seen.share > WHOLE ? 1 : 0
  // what stands out by clearly more may stand on another, and then all of it does by as much
  const more = seen.height - view.height
  const lift = more > STACKED ? more : 0
  const isOn = lift > 0 && standsOn(seen.floors, seen.top - view.height)
  const toneApart = 20 * mean(own.tones.map((tone, at) => Math.abs(tone - (other.tones[at] ?? 0))))
  return [
    likeness(seen.direction, view.direction),
    toneApart,
    Math.abs(own.bright - other.bright) * 5,
    ...apart(isOn ? view.height : seen.height, view.height, STACKED),
    mean(own.outs.map((out, at) => Math.abs(out - lift - (other.outs[at] ?? 0)))) * 100,
    ...apart(own.long, other.long),
    ...apart(own.wide, other.wide),
    ...apart(own.radius, other.radius),
    // the first millimetres tell most; and what is seen whole has no excuse
    ...first(isOn ? 0 : more),
    ...[own.long - other.long, own.wide - other.wide, own.radius - other.radius].flatMap((by) => {
      const [less, more] = first(by)
      return [less + more, (less + more) * whole]
    }),
    Math.min(1, toneApart / 0.5),
    isOn ? 1 : 0,
  ]
}

/** Enough of what is beside it is as high as the floor on which it would stand, metres. */
const standsOn = (floors: readonly number[], height: number): boolean =>
  floors.filter((floor) => Math.abs(floor - height) < LEVEL).length >= BESIDE

/** Centimetres by which a length is too short and too long. */
const apart = (own: number, other: number, most = Infinity): readonly [number, number] => [
  100 * Math.max(0, other - own),
  // what stands on another stands out by as much more
  100 * Math.min(most, Math.max(0, own - other)),
]

/** The same as a share that is near 1 from a centimetre on. */
const first = (by: number): readonly [number, number] => [
  1 - Math.exp(-Math.max(0, -by) / FIRST),
  1 - Math.exp(-Math.max(0, by) / FIRST),
]

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Metres. */
const FIRST = 0.006
const STACKED = 0.01
const LEVEL = 0.008
/** Cells. */
const BESIDE = 4

interface Pair {
  readonly seen: SeenThing
  readonly thing: Enrolled
  readonly view: View
  readonly odds: number
  /** by how much the odds of its two poses differ */
  readonly clear: number
}

/** All names that one thing that is seen could have: the odds of each are less the better the others fit. */
function rivals(pairs: readonly Pair[], { name }: Bounds): Pair[] {
  const all = pairs.reduce((sum, { odds }) => sum + Math.exp(odds), 1)
  return pairs.map((pair) => ({
    ...pair,
    odds: pair.odds - name * Math.log(Math.max(1, all - Math.exp(pair.odds))),
  }))
}

function bestView(seen: SeenThing, thing: Enrolled, weights: readonly number[]): Pair | undefined {
  let best: Omit<Pair, 'clear'> | undefined
  const most = { stands: -Infinity, lies: -Infinity }
  for (const view of thing.views) {
    const values = [...differences(seen, view), 1]
    const odds = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
    if (best === undefined || odds > best.odds) best = { seen, thing, view, odds }
    const pose = view.lies ? 'lies' : 'stands'
    most[pose] = Math.max(most[pose], odds)
  }
  return best && { ...best, clear: Math.abs(most.lies - most.stands) }
}

function asNamed({ seen: { x, y, top, face }, thing, view, clear }: Pair, pose: number): Named {
  const alike = thing.views.filter(({ lies }) => lies === view.lies)
  return {
    name: thing.name,
    x,
    y,
    top,
    face,
    heights: alike.map(({ height }) => height),
    lies: clear < pose ? undefined : view.lies,
    radius: mean(alike.map(({ outline }) => outline.radius)),
  }
}
