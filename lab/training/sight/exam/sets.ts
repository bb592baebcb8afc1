import type { Infer } from '#tabletop/sight/enrolled/network.js'
import { cropsOf, pointsFrom, type Point } from '#tabletop/sight/enrolled/network.js'
import { viewOf, type Enrolled, type View } from '#tabletop/sight/enrolled/enrolment.js'
import type { ShotRead } from '#tabletop/sight/map/read-shot.js'
import { POOL } from '../scenes/thing.js'
import { enrolmentScene, shownAtOnce, VIEWS } from '../scenes/scene.js'
import type { Split } from '../scenes/shapes.js'
import type { Cell } from '../shots/cell.js'
import { shoot } from '../shots/shot.js'
import { knownFrom } from './classical.js'
import { hsvRanges } from './hsv.js'
import { pixelsOf, type Shown } from './reader.js'

type Ranges = ReturnType<typeof hsvRanges>
type Known = ReturnType<typeof knownFrom>

/** What each reader knows of the things of a split after they were shown once. */
export interface Sets {
  readonly hsv: ReadonlyMap<string, Ranges[number]>
  readonly classical: ReadonlyMap<string, Known[number]>
  readonly learned: ReadonlyMap<string, Enrolled>
}

/** Shows the things of a split to the camera, alone, and lets each reader take them in. @param count how many; all */
export function enrolAll(cell: Cell, split: Split, infer: Infer, count = POOL[split]): Sets {
  const hsv = new Map<string, Ranges[number]>()
  const classical = new Map<string, Known[number]>()
  const learned = new Map<string, Enrolled>()
  for (let first = 0; first < count; first += shownAtOnce(split)) {
    const shown: Shown[] = []
    const views = new Map<string, View[]>()
    for (let view = 0; view < VIEWS; view++) {
      const { scene, read } = shoot(cell, enrolmentScene(split, first, view))
      const points = pointsIn(read, infer)
      for (const { thing, position, turn } of scene.placed) {
        const at = [position[0], position[1]] as const
        shown.push({ name: thing.name, lies: turn.lies, read, pixels: pixelsOf(read, at) })
        const own = viewOf(read.map, points, { at, lies: turn.lies })
        if (own !== undefined) views.set(thing.name, [...(views.get(thing.name) ?? []), own])
      }
    }
    for (const range of hsvRanges(shown)) hsv.set(range.name, range)
    for (const known of knownFrom(shown)) classical.set(known.name, known)
    for (const [name, own] of views) learned.set(name, { name, views: own })
  }
  return { hsv, classical, learned }
}

export function pointsIn({ map }: ShotRead, infer: Infer): Point[] {
  const { cells, crops } = cropsOf(map)
  return cells.length === 0 ? [] : pointsFrom(cells, infer(crops))
}
