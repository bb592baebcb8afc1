import { compare, type Compared } from '#tabletop/sight/enrolled/compare.js'
import { likelyNames, nameLikely, type Bounds, type Likely } from '#tabletop/sight/enrolled/name-things.js'
import { CROP_VALUES } from '#tabletop/sight/enrolled/crops.js'
import { ANSWER, type Infer } from '#tabletop/sight/enrolled/network.js'
import { seenThings } from '#tabletop/sight/enrolled/seen-things.js'
import { whereNamed } from '#tabletop/sight/enrolled/where-named.js'
import type { Shot } from '../shots/shot.js'
import { CLASSICAL_BOUNDS, readClassical, type ClassicalBounds } from './classical.js'
import { HSV_BOUNDS, readHsv, type HsvBounds } from './hsv.js'
import type { Statement } from './reader.js'
import { pointsIn, type Sets } from './sets.js'

/** A way to read a picture, with the bounds that can be chosen for it. */
export interface Reader<B> {
  readonly name: 'colour thresholds' | 'depth, colour, size' | 'its features alone' | 'trained'
  readonly choices: readonly B[]
  /** reads one picture under each of some bounds */
  readonly read: (shot: Shot, sets: Sets, choices: readonly B[]) => Statement[][]
}

const asked = <T>(shot: Shot, known: ReadonlyMap<string, T>): T[] =>
  shot.scene.enrolled.flatMap(({ name }) => known.get(name) ?? [])

export const HSV: Reader<HsvBounds> = {
  name: 'colour thresholds',
  choices: HSV_BOUNDS,
  read: (shot, { hsv }, choices) => readHsv(shot.read, asked(shot, hsv), choices),
}

export const CLASSICAL: Reader<ClassicalBounds> = {
  name: 'depth, colour, size',
  choices: CLASSICAL_BOUNDS,
  read: (shot, { classical }, choices) => readClassical(shot.read, asked(shot, classical), choices),
}

export const trained = (
  infer: Infer,
  choices: readonly Bounds[],
  name: Reader<Bounds>['name'] = 'trained',
): Reader<Bounds> => ({
  name,
  choices,
  read: (shot, { learned }, under) => {
    const enrolled = asked(shot, learned)
    const { map, slides } = shot.read
    const groups = seenThings(map, pointsIn(shot.read, infer))
    return under.flatMap((bounds) => {
      const compared = compare(map, groups, { enrolled, weights: bounds.weights })
      return statementsUnder([bounds], compared, slides)
    })
  },
})

/** What is said under each of some bounds. @param compared what is seen, with all that was asked for */
export function statementsUnder(
  choices: readonly Bounds[],
  compared: readonly Compared[],
  slides: ReadonlyMap<string, number>,
): Statement[][] {
  const likely = new Map<Bounds['classifiers'], Likely[]>()
  const lying = compared.filter(({ thing }) => thing.views.some(({ lies }) => lies))
  const shownLying = new Set(lying.map(({ thing }) => thing.name))
  return choices.map((bounds) => {
    const names = likely.get(bounds.classifiers) ?? likelyNames(compared, bounds.classifiers)
    likely.set(bounds.classifiers, names)
    const named = nameLikely(names, bounds)
    return named.map((each) => ({
      name: each.name,
      x: each.x,
      y: each.y,
      location: whereNamed(each, named, slides),
      // what was never shown lying cannot be said to stand
      lies: shownLying.has(each.name) ? each.lies : undefined,
      odds: each.odds,
    }))
  })
}

/** In place of the network: no likeness, no middle, and all seen whole. What is left are features made by people. */
export const nothing: Infer = (crops) => {
  const answers = new Float32Array((crops.length / CROP_VALUES) * ANSWER)
  for (let at = ANSWER - 1; at < answers.length; at += ANSWER) answers[at] = 1
  return answers
}

/** Bounds to choose from, with weights that were fitted before. */
export const boundsUnder = (fitted: Pick<Bounds, 'weights' | 'classifiers'>): Bounds[] =>
  Array.from({ length: 29 }, (_, at) => (at - 12) / 4).flatMap((odds) =>
    [0, 0.5, 1, 1.5, 2].flatMap((pose) => [0.7, 1].map((name) => ({ ...fitted, odds, pose, name }))),
  )
