import { SLOTS, type Point, type Slot } from '../../base/field-map.js'
import type { Faults } from './faults.js'
import type { Gripper } from './gripper.js'
import type { Shelf } from './shelf.js'

/** the shelf slips off after this much of a push, metres: soon enough that the next push meets it again */
const SLIP_FROM = 0.02
const SLIP_RANGE = 0.025
/** something blocks the way, or a block falls, after this much of a move, metres */
const HAPPENS_FROM = 0.04
const HAPPENS_RANGE = 0.3

/**
 * What luck has in store for one move of the base, from standstill to standstill. A push is a move that begins with the
 * bumper at the shelf.
 */
export class Transit {
  #travelled = 0
  #under: 'way' | 'push' | null = null
  #blockedAfter = Infinity
  #drops: { readonly slot: Slot; readonly after: number }[] = []

  /** Is the robot held back now? Until the controller has given up and asks the wheels to stand. */
  get blocked(): boolean {
    return this.#under !== null && this.#travelled >= this.#blockedAfter
  }

  /** Call before each step. @param driven the controller asks the wheels to turn */
  begin(driven: boolean, moving: boolean, at: Point, parts: TransitParts, t: number): void {
    if (!driven && !moving) this.#under = null
    if (!driven || this.#under !== null) return
    this.#travelled = 0
    this.#blockedAfter = Infinity
    this.#drops = []
    this.#under = parts.shelf.touches(at) ? 'push' : 'way'
    if (this.#under === 'push') this.#drawPush(parts, t)
    else this.#drawWay(parts, t)
  }

  /** Call after each step. */
  advance(metres: number, at: Point, gripper: Gripper): void {
    this.#travelled += metres
    for (const { slot, after } of this.#drops) if (this.#travelled >= after) gripper.drop(slot, at)
    this.#drops = this.#drops.filter(({ after }) => this.#travelled < after)
  }

  #drawPush({ faults, shelf }: TransitParts, t: number): void {
    const slip = faults.draw('cursor', t)
    shelf.slipAfter(slip === undefined ? Infinity : SLIP_FROM + SLIP_RANGE * slip)
  }

  #drawWay({ faults, gripper }: TransitParts, t: number): void {
    const stop = faults.draw('navigation', t)
    if (stop !== undefined) this.#blockedAfter = HAPPENS_FROM + HAPPENS_RANGE * stop
    for (const slot of SLOTS) {
      if (gripper.held(slot) === undefined) continue
      const fall = faults.draw('drop', t, slot)
      if (fall !== undefined) this.#drops.push({ slot, after: HAPPENS_FROM + HAPPENS_RANGE * fall })
    }
  }
}

export interface TransitParts {
  readonly faults: Faults
  readonly gripper: Gripper
  readonly shelf: Shelf
}
