import { compare, FEWEST, type Compared } from '#tabletop/sight/enrolled/compare.js'
import type { Enrolled } from '#tabletop/sight/enrolled/enrolment.js'
import type { Bounds } from '#tabletop/sight/enrolled/name-things.js'
import type { Infer } from '#tabletop/sight/enrolled/network.js'
import { seenThings } from '#tabletop/sight/enrolled/seen-things.js'
import type { TableMap } from '#tabletop/sight/map/table-map.js'
import type { Shot } from '../shots/shot.js'
import { bestOf } from '../exam/figures.js'
import { choicesOf, fitClassifiers } from './fit-classifier.js'
import { fitWeights, pairsOf } from './fit-weights.js'
import { boundsUnder, statementsUnder } from '../exam/readers.js'
import { emptyTally, judge, type Tally } from '../exam/score.js'
import { pointsIn, type Sets } from '../exam/sets.js'
import { MADE } from '../scenes/made.js'
import { truthsOf, type Truth } from './truth.js'

/** A picture as far as it is needed for fitting. */
export interface Looked extends Pick<Shot, 'scene' | 'visible' | 'glimpsed'> {
  readonly map: TableMap
  readonly slides: ReadonlyMap<string, number>
  readonly enrolled: readonly Enrolled[]
  readonly truths: readonly Truth[]
}

export function lookAt(shot: Shot, labels: Uint8Array, { learned }: Sets, infer: Infer): Looked {
  const { scene, visible, glimpsed, read } = shot
  const groups = seenThings(read.map, pointsIn(read, infer)).filter(({ points }) => points >= FEWEST)
  return {
    scene,
    visible,
    glimpsed,
    map: read.map,
    slides: read.slides,
    enrolled: scene.enrolled.flatMap(({ name }) => learned.get(name) ?? []),
    truths: truthsOf(scene, labels, groups),
  }
}

/**
 * Fits a reader of enrolled things. Its bounds are chosen by what is said of things of a third of the families when
 * its classifier was fitted on the others: the things of a test are of other families too. In the end all of them fit
 * it. (The first look, which only leaves out what is nowhere near, is fitted once, on all families.)
 * @returns the bounds, and what was said while they were chosen
 */
export function fitReader(looked: readonly Looked[]): { readonly bounds: Bounds; readonly tally: Tally } {
  const weights = fitWeights(
    looked.slice(0, FIRST_LOOK).flatMap(({ truths, enrolled }) => pairsOf(truths, enrolled)),
  )
  return fitUnder(
    weights,
    looked.map((each) => {
      const groups = each.truths.map(({ seen }) => seen)
      return { ...each, compared: compare(each.map, groups, { enrolled: each.enrolled, weights }) }
    }),
  )
}

/** So many scenes tell the weights of the first look. */
const FIRST_LOOK = 200

/** A picture whose things have been compared with those that were asked for. */
export type Picture = Omit<Looked, 'map' | 'enrolled'> & { readonly compared: readonly Compared[] }

/** The same after a first look under some weights. */
export function fitUnder(
  weights: Bounds['weights'],
  pictures: readonly Picture[],
): ReturnType<typeof fitReader> {
  const all = boundsUnder({ weights, classifiers: fitted(pictures, () => true) })
  const tallies = all.map(emptyTally)
  for (const isHeldOut of foldsOf(pictures)) {
    const choices = boundsUnder({ weights, classifiers: fitted(pictures, (name) => !isHeldOut(name), 1) })
    for (const picture of pictures)
      statementsUnder(choices, picture.compared, picture.slides).forEach((statements, at) => {
        judge(tallies[at] ?? emptyTally(), picture, statements, isHeldOut)
      })
  }
  const best = bestOf(tallies)
  return { bounds: all[best] as Bounds, tally: tallies[best] ?? emptyTally() }
}

const fitted = (
  pictures: readonly Picture[],
  counts: (name: string) => boolean,
  count?: number,
): Bounds['classifiers'] =>
  fitClassifiers(
    pictures.flatMap(({ truths, compared }) => choicesOf(truths, compared, counts)),
    count,
  )

const FOLDS = 3

/** Every third family of things, the next ones, and the others, by the names of their things; a made one is its own. */
function foldsOf(pictures: readonly Picture[]): readonly ((name: string) => boolean)[] {
  const familyOf = new Map(
    pictures.flatMap(({ scene }) =>
      scene.enrolled.map(({ name, family }) => [name, family.name === MADE ? name : family.name] as const),
    ),
  )
  const families = [...new Set(familyOf.values())].sort()
  const foldOf = new Map([...familyOf].map(([name, family]) => [name, families.indexOf(family) % FOLDS]))
  return Array.from({ length: FOLDS }, (_, fold) => (name: string) => foldOf.get(name) === fold)
}
