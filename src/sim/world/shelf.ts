import type { FieldMap, Point } from '../../base/field-map.js'
import { m } from '../../base/units.js'
import { blockFootprint, distance, overlap, type Rectangle } from './geometry.js'
import { onFloor, type Block } from './blocks.js'

/** the bumper closes this near to the shelf's dock, metres */
const CONTACT = 0.01
/** after a slip the robot must come this far away before it can touch the shelf again */
const CLEAR = 0.005

/** The movable shelf: slides along its track while the robot's bumper presses it towards the target. */
export class Shelf {
  #at: Point
  /** metres that it may still be pushed before it slips off, in this push */
  #slipAfter = Infinity
  #slipped = false
  readonly #map: FieldMap

  constructor(map: FieldMap) {
    this.#map = map
    this.#at = map.shelf.at
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

  /** The shelf will slip off the bumper after this many metres of the push that begins now. */
  slipAfter(metres: number): void {
    this.#slipAfter = metres
  }

  /** Does something lie in its way? Then it does not move, and neither does the robot. */
  jammed(gripper: Point, dx: number, blocks: readonly Block[]): boolean {
    if (!this.touches(gripper) || !this.#forward(dx)) return false
    const { size } = this.#map.shelf
    const next: Rectangle = { at: { x: m(this.#at.x + dx), y: this.#at.y }, size, yaw: 0 }
    return blocks.some((block) => onFloor(block) && overlap(blockFootprint(block), next))
  }

  /** The robot's gripper has moved. @param gripper where it is now */
  follow(gripper: Point, dx: number): void {
    if (this.#slipped && distance(gripper, this.#at) > CONTACT + CLEAR) this.#slipped = false
    const before = { x: m(gripper.x - dx), y: gripper.y }
    if (!this.touches(before) || !this.#forward(dx)) return
    const left = Math.abs(this.#map.shelf.target.x - this.#at.x)
    this.#at = { x: m(this.#at.x + Math.sign(dx) * Math.min(Math.abs(dx), left)), y: this.#at.y }
    this.#slipAfter -= Math.abs(dx)
    if (this.#slipAfter > 0) return
    this.#slipped = true
    this.#slipAfter = Infinity
  }

  #forward(dx: number): boolean {
    return (
      dx !== 0 &&
      Math.sign(dx) === Math.sign(this.#map.shelf.target.x - this.#map.shelf.at.x) &&
      this.#at.x !== this.#map.shelf.target.x
    )
  }
}
