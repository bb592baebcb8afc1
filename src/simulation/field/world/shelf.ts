import type { FieldMap, Point } from '#base/field-map.js'
import { m } from '#base/units.js'
import { blockFootprint, distance, overlap, type Rectangle } from './geometry.js'
import { onFloor, type Block } from './blocks.js'

/** the bumper switch closes within this distance of the shelf's dock, metres */
const CONTACT = 0.01
/**
 * after a slip the robot has passed the shelf: it must back up this much further before its bumper can touch the shelf
 * again, metres
 */
const CLEARANCE = 0.005
/** most sideways motion with which the shelf is still pushed, metres per metre along its track */
const MAX_SLOPE = 0.5
/** how far ahead a jam is detected, metres */
const LOOKAHEAD = 1e-4

/** A motion of the robot, or its direction. */
interface Step {
  readonly dx: number
  readonly dy: number
}

/** The movable shelf: slides along its track, which is parallel to x, while the robot presses it towards the target. */
export class Shelf {
  #at: Point
  /** how far it may still be pushed in this push before it slips off, metres */
  #slipAfter = Infinity
  #slipped = false
  readonly #map: FieldMap
  readonly #forward: number

  constructor(map: FieldMap) {
    this.#map = map
    this.#at = map.shelf.at
    this.#forward = Math.sign(map.shelf.target.x - map.shelf.at.x)
  }

  get at(): Point {
    return this.#at
  }

  get atTarget(): boolean {
    return distance(this.#at, this.#map.shelf.target) <= CONTACT
  }

  touches(gripper: Point): boolean {
    return !this.#slipped && distance(gripper, this.#at) <= CONTACT
  }

  /** Whether a robot that makes this move from here pushes the shelf towards its target. */
  pushes(gripper: Point, { dx, dy }: Step): boolean {
    const along = dx * this.#forward
    if (along <= 0 || Math.abs(dy) > MAX_SLOPE * along || this.#remaining() <= 0) return false
    return this.touches(gripper)
  }

  /** Lets the shelf slip off the bumper after this many more metres of the current push. */
  slipAfter(metres: number): void {
    this.#slipAfter = metres
  }

  /** Whether a block is in the shelf's way; then neither the shelf nor the robot moves. */
  jammed(gripper: Point, step: Step, blocks: readonly Block[]): boolean {
    if (!this.pushes(gripper, step)) return false
    const { size } = this.#map.shelf
    const ahead = { x: m(this.#at.x + this.#forward * LOOKAHEAD), y: this.#at.y }
    const [now, next] = [this.#at, ahead].map((at): Rectangle => ({ at, size, yaw: 0 })) as [
      Rectangle,
      Rectangle,
    ]
    return blocks.some((block) => {
      if (!onFloor(block) || !overlap(blockFootprint(block), next)) return false
      // a block that is already under the shelf but behind its middle does not obstruct it
      return !overlap(blockFootprint(block), now) || (block.at.x - this.#at.x) * this.#forward > 0
    })
  }

  /**
   * Moves the shelf along with the robot's gripper.
   * @param before where the gripper was
   * @returns how far the shelf was pushed, metres, and whether it slipped off the bumper
   */
  follow(before: Point, step: Step): { readonly pushed: number; readonly slipped: boolean } {
    const gripper = { x: m(before.x + step.dx), y: m(before.y + step.dy) }
    if (this.#slipped && (this.#at.x - gripper.x) * this.#forward > CONTACT + CLEARANCE) this.#slipped = false
    if (!this.pushes(before, step)) return { pushed: 0, slipped: false }
    const lead = (gripper.x - this.#at.x) * this.#forward
    const pushed = Math.max(0, Math.min(lead, Math.abs(step.dx), this.#remaining()))
    this.#at = { x: m(this.#at.x + this.#forward * pushed), y: this.#at.y }
    this.#slipAfter -= pushed
    if (this.#slipAfter > 0) return { pushed, slipped: false }
    this.#slipped = true
    this.#slipAfter = Infinity
    return { pushed, slipped: true }
  }

  /** metres between the shelf and its target */
  #remaining(): number {
    return (this.#map.shelf.target.x - this.#at.x) * this.#forward
  }
}
