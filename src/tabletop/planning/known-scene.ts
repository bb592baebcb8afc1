import {
  add,
  length,
  subtract,
  times,
  transposed,
  turn,
  type Pose,
  type Rotation,
  type Vector,
} from '../arm/pose.js'
import type { ItemPose } from '../physics/physics.js'
import { itemNamed, ITEMS, type Item } from '../scene/items.js'
import type { Standing } from './where.js'

/** Where a thing is seen. */
export interface SeenPose extends ItemPose {
  /** little of it is hidden: its middle is where it seems to be */
  readonly whole: boolean
}

/** A look at the scene, as far as it matters here. */
interface Look extends Standing {
  readonly items: ReadonlyMap<string, SeenPose>
  /** how much nearer than a point the camera sees something in its direction, metres; undefined out of the picture */
  readonly before: (point: Vector) => number | undefined
  readonly lit: ReadonlyMap<string, boolean>
}

/** What the gripper holds. */
export interface Held {
  readonly item: string
  /** where its middle is in the frame of the gripper, metres */
  readonly offset: Vector
  /** how it is turned in that frame */
  readonly turned: Rotation
  /** it was taken from the side: it stands upright while the gripper lies flat */
  readonly flat: boolean
  /** how far apart the fingers stood when they had closed on it, metres: it may be wider than the driver was told */
  readonly apart: number
}

/** What the driver knows of the scene: what its sensors have reported last, not what is so. */
export class KnownScene implements Standing {
  /** where each thing stood when it was seen; what has not been seen is absent */
  readonly items = new Map<string, ItemPose>()
  /** how far each closure is open, metres or radians */
  readonly slides = new Map<string, number>()
  /** whether the lamp of each button is on; absent while it is hidden */
  readonly lit = new Map<string, boolean>()
  /** things, and closures, that the last look showed */
  readonly inSight = new Set<string>()
  /** things that are not where they were, although nothing hides that place */
  readonly missing = new Set<string>()
  held: Held | undefined
  /** when what was seen was known to be so, ms of the arm's time */
  lookedAt = 0
  readonly #declared: ReadonlyMap<string, number>

  /** @param declared widths other than those that things are drawn with, metres by item */
  constructor(declared: ReadonlyMap<string, number> = new Map()) {
    this.#declared = declared
  }

  /** How wide a thing is between the fingers, as the driver was told, metres. */
  widthOf({ name, width }: Pick<Item, 'name' | 'width'>): number {
    return this.#declared.get(name) ?? width
  }

  /** How wide what is held is, metres; 0 where nothing is. */
  get heldWidth(): number {
    const item = itemNamed(this.held?.item ?? '')
    return item === undefined ? 0 : this.widthOf(item)
  }

  /** Takes in what a look has shown: what is hidden stays where it was, what has gone is missing. */
  update({ items, slides, before, lit }: Look): void {
    for (const [name, opened] of slides) this.slides.set(name, opened)
    this.lit.clear()
    for (const [name, on] of lit) this.lit.set(name, on)
    this.inSight.clear()
    for (const name of slides.keys()) this.inSight.add(name)
    for (const { name, half } of ITEMS) {
      if (this.held?.item === name) continue
      const seen = items.get(name)
      const last = this.items.get(name)
      if (seen !== undefined) {
        // of what is half hidden the middle seems to be elsewhere: it stands where it stood, unless it clearly does not
        if (seen.whole || last === undefined || length(subtract(seen.position, last.position)) > half)
          this.items.set(name, seen)
        this.inSight.add(name)
        this.missing.delete(name)
      } else if (last !== undefined && hasGone(last.position, half, before)) {
        this.items.delete(name)
        this.missing.add(name)
      }
    }
  }

  /**
   * The gripper holds what it has closed on: where that was between the fingers is where it was seen.
   * @param gripper where it closed
   * @param standing what is taken from the side stands upright, unless it sticks in something
   */
  hold(item: string, seen: ItemPose, gripper: Pose & Pick<Held, 'apart'>, standing = true): void {
    const { position, rotation, apart } = gripper
    const inGripper = transposed(rotation)
    this.held = {
      item,
      offset: turn(inGripper, subtract(seen.position, position)),
      turned: times(inGripper, seen.rotation),
      flat: standing && Math.abs(rotation[2][0]) < 0.5,
      apart,
    }
    this.items.delete(item)
  }

  /** The gripper holds nothing more: where that is now, the next look must show. */
  release(): void {
    if (this.held !== undefined) this.missing.add(this.held.item)
    this.held = undefined
  }

  /** What was let go stands where it was put, as far as anybody knows: a look may show it elsewhere, or gone. */
  leave(item: string, pose: ItemPose): void {
    if (this.held?.item === item) return
    this.items.set(item, pose)
    this.missing.delete(item)
    this.inSight.delete(item)
  }

  /** A closure is where the arm has brought its handle; only a look is a sight of it. */
  assume(closure: string, opened: number): void {
    this.slides.set(closure, opened)
    this.inSight.delete(closure)
  }

  /** A thing has moved along with what it stands in. */
  shift(item: string, by: Vector): void {
    const pose = this.items.get(item)
    if (pose !== undefined) this.items.set(item, { ...pose, position: add(pose.position, by) })
  }

  /** The direction in which one side of a thing shows, radians; of what is round any is right. */
  yaw(item: string): number {
    const rotation = this.items.get(item)?.rotation
    return rotation === undefined ? 0 : Math.atan2(rotation[1][0], rotation[0][0])
  }
}

/** Where the top of a thing was, the camera sees farther than this share of its height, or than this, metres. */
const FARTHER = 0.5
const CLEARLY = 0.01

/** What is behind something, or may be, has not gone. */
function hasGone([x, y, z]: Vector, half: number, before: Look['before']): boolean {
  const nearer = before([x, y, z + half])
  return nearer !== undefined && nearer < -Math.min(CLEARLY, FARTHER * 2 * half)
}
