import { nameThings, type Bounds } from '#simulation/tabletop/sight/enrolled/name-things.js'
import type { Infer } from '#simulation/tabletop/sight/enrolled/network.js'
import { whereNamed } from '#simulation/tabletop/sight/enrolled/where-named.js'
import type { Shot } from '../shots/shot.js'
import { CLASSICAL_BOUNDS, readClassical, type ClassicalBounds } from './classical.js'
import { HSV_BOUNDS, readHsv, type HsvBounds } from './hsv.js'
import type { Statement } from './reader.js'
import { pointsIn, type Sets } from './sets.js'

/** A way to read a picture, with the bounds that can be chosen for it. */
export interface Reader<B> {
  readonly name: 'colour thresholds' | 'depth, colour, size' | 'trained'
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

export const trained = (infer: Infer): Reader<Bounds> => ({
  name: 'trained',
  choices: LEARNED_BOUNDS,
  read: (shot, { learned }, choices) => {
    const enrolled = asked(shot, learned)
    const points = pointsIn(shot.read, infer)
    return choices.map((bounds) => {
      const named = nameThings(shot.read.map, points, { enrolled, bounds })
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

const LEARNED_BOUNDS: readonly Bounds[] = [0.3, 0.45, 0.55, 0.65].flatMap((point) =>
  [0.45, 0.55, 0.62, 0.68, 0.74, 0.8].flatMap((thing) =>
    [0.1, 0.25, 0.35].flatMap((share) => [2, 3].map((points) => ({ point, thing, share, points }))),
  ),
)
