import { dot } from './classifier.js'
import { differences } from './differences.js'
import type { Enrolled, View } from './enrolment.js'
import { overlay, targetOf, type Fit, type Target } from './overlay.js'
import type { SeenThing } from './seen-things.js'
import type { TableMap } from '../map/table-map.js'

/** Something that is seen beside a thing that it may be. */
export interface Compared {
  readonly seen: SeenThing
  readonly thing: Enrolled
  /** of each view that comes near, at least one: what tells it from what is seen */
  readonly rows: readonly { readonly view: View; readonly values: readonly number[] }[]
}

/** Of fewer points nothing is said. */
export const FEWEST = 2

/** At a first look views under these odds are nowhere near, as a logarithm. */
const NEAR = -4

/**
 * Compares all that is seen with each view of each thing: at a first look by what they are like together, and then,
 * where that comes near, cell by cell.
 * @param weights how much each of `differences` counts at a first look, and a constant after them
 */
export function compare(
  map: TableMap,
  groups: readonly SeenThing[],
  { enrolled, weights }: { readonly enrolled: readonly Enrolled[]; readonly weights: readonly number[] },
): Compared[] {
  return groups.flatMap((seen) => {
    if (seen.points < FEWEST) return []
    const target = targetOf(map, seen)
    return enrolled.flatMap((thing) => {
      const rows = thing.views.flatMap((view) => rowOf(target, view, weights) ?? [])
      return rows.length === 0 ? [] : [{ seen, thing, rows }]
    })
  })
}

function rowOf(target: Target, view: View, weights: readonly number[]): Compared['rows'][number] | undefined {
  const { seen } = target
  const first = differences(seen, view)
  if (dot(weights, [...first, 1]) <= NEAR) return undefined
  const shown = [seen.share, Math.min(MANY, seen.points) / MANY]
  return { view, values: [...first, ...numbersOf(overlay(target, view)), ...shown] }
}

/** So many points are many. */
const MANY = 20

const numbersOf = ({ agrees, differs, bare, hidden, foreign, tone, hue, base }: Fit): number[] => [
  agrees,
  differs,
  bare,
  hidden,
  foreign,
  tone,
  hue,
  base > ON_THE_TABLE ? 1 : 0,
]

/** Metres. */
const ON_THE_TABLE = 0.01
