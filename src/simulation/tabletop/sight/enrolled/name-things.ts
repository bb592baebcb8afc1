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
  /** and by so much those of two names for what is seen, or it has none */
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
    .flatMap((seen) => enrolled.flatMap((thing) => bestView(seen, thing, bounds.weights) ?? []))
    .filter(({ odds }) => odds >= bounds.odds)
    .sort((a, b) => b.odds - a.odds)
  const named = new Map<string, Named>()
  const taken = new Set<Point>()
  for (const pair of pairs) {
    const { seen, thing } = pair
    const common = seen.members.filter((point) => taken.has(point)).length
    if (common > COMMON * seen.points || named.has(thing.name)) continue
    for (const point of seen.members) taken.add(point)
    if (!isDoubtful(pairs, pair, { named, bounds })) named.set(thing.name, asNamed(pair, bounds.pose))
  }
  return [...named.values()]
}

/** So large a share of the points of two things may be the same. */
const COMMON = 0.3

/** What tells a thing that is seen from a view of another: likeness, colour, and too low, high, small or large. */
export function differences(seen: SeenThing, view: View): number[] {
  const [own, other] = [seen.outline, view.outline]
  const whole = seen.share > WHOLE ? 1 : 0
  const toneApart = 20 * mean(own.tones.map((tone, at) => Math.abs(tone - (other.tones[at] ?? 0))))
  return [
    likeness(seen.direction, view.direction),
    toneApart,
    Math.abs(own.bright - other.bright) * 5,
    ...apart(seen.height, view.height, STACKED),
    mean(own.outs.map((out, at) => Math.abs(out - (other.outs[at] ?? 0)))) * 100,
    ...apart(own.long, other.long),
    ...apart(own.wide, other.wide),
    ...apart(own.radius, other.radius),
    // the first millimetres tell most; and what is seen whole has no excuse
    ...first(seen.height - view.height),
    ...[own.long - other.long, own.wide - other.wide, own.radius - other.radius].flatMap((by) => {
      const [less, more] = first(by)
      return [less + more, (less + more) * whole]
    }),
    Math.min(1, toneApart / 0.5),
  ]
}

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

interface Pair {
  readonly seen: SeenThing
  readonly thing: Enrolled
  readonly view: View
  readonly odds: number
  /** by how much the odds of its two poses differ */
  readonly clear: number
}

/** Another thing that has no name yet would fit what is seen about as well. */
function isDoubtful(
  pairs: readonly Pair[],
  { seen, thing, odds }: Pair,
  { named, bounds }: { readonly named: ReadonlyMap<string, Named>; readonly bounds: Bounds },
): boolean {
  return pairs.some(
    (other) =>
      other.seen === seen &&
      other.thing !== thing &&
      !named.has(other.thing.name) &&
      Math.abs(odds - other.odds) < bounds.name,
  )
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
