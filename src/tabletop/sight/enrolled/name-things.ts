import { logOdds, type Classifier } from './classifier.js'
import { compare, type Compared } from './compare.js'
import type { Enrolled, View } from './enrolment.js'
import { seenThings, type SeenThing } from './seen-things.js'
import type { Point } from './network.js'
import type { TableMap } from '../map/table-map.js'

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
  /** how likely its name is, a logarithm of odds, for whoever asks how sure this is */
  readonly odds?: number
}

/** When a thing is seen, fitted on scenes that nothing was trained on. */
export interface Bounds {
  /** how much each of `differences` counts at a first look, and a constant after them, for the logarithm of the odds */
  readonly weights: readonly number[]
  /** what tells the odds from all that was compared */
  readonly classifiers: readonly Classifier[]
  /** the least odds, as a logarithm, at which a thing is named; under it, it is not to be seen */
  readonly odds: number
  /** by so much the odds of standing and of lying differ at least, as a logarithm, before it is said which */
  readonly pose: number
  /** how much the other names that what is seen could have count against one, 0…1 */
  readonly name: number
}

/** Which of the enrolled things are seen, and where: each once, or not at all. The likeliest are named first. */
export function nameThings(
  map: TableMap,
  points: readonly Point[],
  { enrolled, bounds }: { readonly enrolled: readonly Enrolled[]; readonly bounds: Bounds },
): Named[] {
  const compared = compare(map, seenThings(map, points), { enrolled, weights: bounds.weights })
  return nameLikely(likelyNames(compared, bounds.classifiers), bounds)
}

/** The same of names that are likely. */
export function nameLikely(likely: readonly Likely[], bounds: Bounds): Named[] {
  const bySeen = new Map<SeenThing, Likely[]>()
  for (const each of likely) bySeen.set(each.seen, [...(bySeen.get(each.seen) ?? []), each])
  const pairs = [...bySeen.values()]
    .flatMap((names) => rivals(names, bounds))
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

/** Something that is seen, and what it may be. */
export interface Likely {
  readonly seen: SeenThing
  readonly thing: Enrolled
  readonly view: View
  /** a logarithm, of the view that is likeliest */
  readonly odds: number
  /** by how much the odds of its two poses differ */
  readonly clear: number
}

/** The odds of a pose none of whose views came near, a logarithm. */
const NOT_NEAR = -4

/** How likely each name is that comes near. */
export function likelyNames(compared: readonly Compared[], classifiers: readonly Classifier[]): Likely[] {
  return compared.map(({ seen, thing, rows }) => {
    const judged = rows.map(({ view, values }) => ({ view, odds: logOdds(classifiers, values) }))
    const most = (lies: boolean): number =>
      // a pose none of whose views came near is no likelier than what comes near
      Math.max(NOT_NEAR, ...judged.filter(({ view }) => view.lies === lies).map(({ odds }) => odds))
    const best = judged.reduce((a, b) => (b.odds > a.odds ? b : a))
    return { seen, thing, ...best, clear: Math.abs(most(true) - most(false)) }
  })
}

/** All names that one thing that is seen could have: the odds of each are less the better the others fit. */
function rivals(pairs: readonly Likely[], { name }: Bounds): Likely[] {
  const all = pairs.reduce((sum, { odds }) => sum + Math.exp(odds), 1)
  return pairs.map((pair) => ({
    ...pair,
    odds: pair.odds - name * Math.log(Math.max(1, all - Math.exp(pair.odds))),
  }))
}

function asNamed({ seen: { x, y, top, face }, thing, view, odds, clear }: Likely, pose: number): Named {
  const alike = thing.views.filter(({ lies }) => lies === view.lies)
  return {
    name: thing.name,
    x,
    y,
    top,
    face,
    heights: alike.map(({ height }) => height),
    lies: clear < pose ? undefined : view.lies,
    radius: alike.reduce((sum, { outline }) => sum + outline.radius, 0) / alike.length,
    odds,
  }
}
