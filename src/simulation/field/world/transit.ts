import { SLOTS, type Point, type Slot } from '#base/field-map.js'
import type { Faults } from './faults.js'
import type { Gripper } from './gripper.js'
import type { Shelf } from './shelf.js'

/** a move that has pushed the shelf this far is a push, metres: docking pushes it by a millimetre at most */
const PUSH_FROM = 0.01
/** the shelf slips off after this much of a push, metres: early enough that the next push meets it again */
const SLIP_FROM = 0.02
const SLIP_RANGE = 0.025
/** something blocks the way, or a block falls, after this much of a move, metres */
const FAULT_FROM = 0.04
const FAULT_RANGE = 0.3

/** The random faults of one move of the base, from standstill to standstill. */
export class Transit {
  #active = false
  #travelled = 0
  #pushed = 0
  #blockedAfter = Infinity
  #blockRecorded = false
  #drops: { readonly slot: Slot; readonly after: number }[] = []
  readonly #parts: TransitParts

  constructor(parts: TransitParts) {
    this.#parts = parts
  }

  /** Whether the robot is blocked now; it stays so until the controller gives up and commands the wheels to stop. */
  blocked(t: number): boolean {
    const blocked = this.#active && this.#travelled >= this.#blockedAfter
    if (blocked && !this.#blockRecorded) this.#parts.faults.record('navigation', t)
    this.#blockRecorded ||= blocked
    return blocked
  }

  /**
   * Call before each step.
   * @param driven whether the controller commands the wheels to turn
   * @param presses whether the move goes into the shelf
   */
  begin(driven: boolean, moving: boolean, presses: boolean): void {
    if (!driven && !moving) this.#active = false
    if (!driven || this.#active) return
    this.#active = true
    this.#travelled = this.#pushed = 0
    this.#blockedAfter = Infinity
    this.#blockRecorded = false
    this.#drops = []
    this.#parts.shelf.slipAfter(Infinity)
    // a move that starts at the shelf and towards its target is a push, which has its own chance of a fault in the
    // profile
    if (!presses) this.#drawFaults()
  }

  /** Call after each step. @param before where the gripper was */
  advance(before: Point, step: { readonly dx: number; readonly dy: number }, at: Point, t: number): void {
    this.#travelled += Math.hypot(step.dx, step.dy)
    this.#pushShelf(before, step, t)
    const { faults, gripper } = this.#parts
    for (const { slot } of this.#drops.filter(({ after }) => this.#travelled >= after)) {
      if (gripper.held(slot) === undefined) continue
      gripper.drop(slot, at)
      faults.record('drop', t, slot)
    }
    this.#drops = this.#drops.filter(({ after }) => this.#travelled < after)
  }

  #pushShelf(before: Point, step: { readonly dx: number; readonly dy: number }, t: number): void {
    const { faults, shelf } = this.#parts
    const { pushed, slipped } = shelf.follow(before, step)
    if (slipped) faults.record('cursor', t)
    const begins = this.#pushed < PUSH_FROM && this.#pushed + pushed >= PUSH_FROM
    this.#pushed += pushed
    if (!begins) return
    const slip = faults.draw('cursor')
    if (slip !== undefined) shelf.slipAfter(SLIP_FROM - PUSH_FROM + SLIP_RANGE * slip)
  }

  #drawFaults(): void {
    const { faults, gripper } = this.#parts
    const stop = faults.draw('navigation')
    if (stop !== undefined) this.#blockedAfter = FAULT_FROM + FAULT_RANGE * stop
    for (const slot of SLOTS) {
      if (gripper.held(slot) === undefined) continue
      const fall = faults.draw('drop')
      if (fall !== undefined) this.#drops.push({ slot, after: FAULT_FROM + FAULT_RANGE * fall })
    }
  }
}

export interface TransitParts {
  readonly faults: Faults
  readonly gripper: Gripper
  readonly shelf: Shelf
}
