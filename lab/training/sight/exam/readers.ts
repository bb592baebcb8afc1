import { nameSeen, type Bounds } from '#simulation/tabletop/sight/enrolled/name-things.js'
import { CROP_VALUES } from '#simulation/tabletop/sight/enrolled/crops.js'
import { ANSWER, type Infer } from '#simulation/tabletop/sight/enrolled/network.js'
import { seenThings } from '#simulation/tabletop/sight/enrolled/seen-things.js'
import { whereNamed } from '#simulation/tabletop/sight/enrolled/where-named.js'
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
    const groups = seenThings(shot.read.map, pointsIn(shot.read, infer))
    return under.map((bounds) => {
      const named = nameSeen(groups, { enrolled, bounds })
      return named.map((each) => ({
        name: each.name,
        x: each.x,
        y: each.y,
        location: whereNamed(each, named, shot.read.slides),
        // what was never shown lying cannot be said to stand
        lies: enrolled.find(({ name }) => name === each.name)?.views.some(({ lies }) => lies)
          ? each.lies
          : undefined,
      }))
    })
  },
})

/** In place of the network: no likeness, no middle, and all seen whole. What is left are features made by people. */
export const nothing: Infer = (crops) => {
  const answers = new Float32Array((crops.length / CROP_VALUES) * ANSWER)
  for (let at = ANSWER - 1; at < answers.length; at += ANSWER) answers[at] = 1
  return answers
}

/** Bounds to choose from, with weights that were fitted before. */
export const boundsUnder = (weights: readonly number[]): Bounds[] =>
  Array.from({ length: 21 }, (_, at) => (at - 12) / 4).flatMap((odds) =>
    [0, 0.3, 0.7].flatMap((pose) =>
      [0, 0.7].map((name) => ({ weights, odds, pose, name, share: 0.1, points: 2 })),
    ),
  )
