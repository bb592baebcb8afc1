import type { FieldMap } from '#base/field-map.js'
import { defaultSite } from '#base/site/site-map.js'
import { m } from '#base/units.js'
import type { Disc } from '../geometry.js'
import { legsAt, type Walker } from './walker.js'

/** What stands on a field, and who walks there. For benches and tests: no run has it, so no run folder names it. */
export interface ObstaclePlan {
  readonly objects?: readonly Disc[]
  readonly walkers?: readonly Walker[]
}

/** A disc that is there, and what it belongs to. */
export interface Present extends Disc {
  readonly of: 'walker' | 'object'
  /** in the plan's list */
  readonly index: number
  /** which leg of a person */
  readonly leg: 0 | 1
}

/** The obstacles of a world: where each of them is, at any time. */
export class Obstacles {
  readonly objects: readonly Disc[]
  readonly #standing: readonly Present[]
  readonly #walkers: readonly Walker[]
  readonly #isInside: (disc: Disc) => boolean

  constructor({ objects = [], walkers = [] }: ObstaclePlan, map: FieldMap) {
    this.objects = objects
    this.#standing = objects.map((disc, index) => ({ ...disc, of: 'object', index, leg: 0 }))
    this.#walkers = walkers
    this.#isInside = insideBoards(map)
  }

  get none(): boolean {
    return this.objects.length === 0 && this.#walkers.length === 0
  }

  /** What is there after so many ms of the world; outside the boards there are no people. */
  at(ms: number): readonly Present[] {
    if (this.#walkers.length === 0) return this.#standing
    const present = [...this.#standing]
    for (const [index, walker] of this.#walkers.entries()) {
      const legs = legsAt(walker, ms)
      if (legs === undefined) continue
      for (const leg of [0, 1] as const) {
        const { at, radius } = legs[leg]
        if (this.#isInside(legs[leg])) present.push({ at, radius, of: 'walker', index, leg })
      }
    }
    return present
  }

  /** How fast something that is there moves after so many ms, m/s. */
  velocityOf({ of, index, leg, at }: Present, ms: number): { readonly x: number; readonly y: number } {
    const walker = of === 'walker' ? this.#walkers[index] : undefined
    const before = walker && legsAt(walker, ms - 1)?.[leg].at
    return before === undefined ? STANDS : { x: (at.x - before.x) * 1000, y: (at.y - before.y) * 1000 }
  }
}

const STANDS = { x: 0, y: 0 } as const

function insideBoards(map: FieldMap): (disc: Disc) => boolean {
  const ends = defaultSite(map).boards.flatMap(({ from, to }) => [from, to])
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)]
  const [left, right] = [m(Math.min(...xs)), m(Math.max(...xs))]
  const [near, far] = [m(Math.min(...ys)), m(Math.max(...ys))]
  return ({ at: { x, y }, radius }) =>
    x - radius > left && x + radius < right && y - radius > near && y + radius < far
}
