import type { Point } from '#base/field-map.js'
import { Cells } from './cells.js'

/**
 * Since when something has been where it is. A place is remembered where something was first, and does not move with
 * it: somebody who walks at v is at no place for longer than about 0.24 m / v, while what stands stays at its place
 * although ranges and poses are some centimetres wrong.
 */
export class StandingMemory {
  readonly #places = new Cells<Place>(SIZE)
  #sweptUs = -Infinity

  /**
   * Takes down that something was at a point.
   * @returns since when something has been there or right beside it, µs: the rim of a thing is not seen in every turn.
   * Times may be a turn of the scanner apart.
   */
  seen({ x, y }: Point, tUs: number): number {
    this.#forget(tUs)
    const here = this.#places.get(x, y)
    let best = here !== undefined && isLive(here, tUs) ? here : undefined
    let besideUs = tUs
    for (const place of this.#places.around(x, y)) {
      if (!isLive(place, tUs)) continue
      const apart = Math.hypot(place.x - x, place.y - y)
      if (apart < BESIDE) besideUs = Math.min(besideUs, place.firstUs)
      if (apart < SIZE && !(place.firstUs >= (best?.firstUs ?? Infinity))) best = place
    }
    if (best === undefined) this.#places.set(x, y, { x, y, firstUs: tUs, lastUs: tUs })
    else best.lastUs = Math.max(best.lastUs, tUs)
    return besideUs
  }

  #forget(tUs: number): void {
    if (tUs - this.#sweptUs < GONE_US) return
    this.#sweptUs = tUs
    this.#places.keep((place) => isLive(place, tUs))
  }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly firstUs: number
  lastUs: number
}

/** metres */
const [SIZE, BESIDE] = [0.08, 0.12]
/** Unseen for so long, three turns of the scanner, a place is free again. */
const GONE_US = 350_000

const isLive = ({ lastUs }: Place, tUs: number): boolean => Math.abs(tUs - lastUs) < GONE_US
