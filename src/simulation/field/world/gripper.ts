import { bitsMask, SLOTS, type FieldMap, type Mask, type Point, type Slot } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { m } from '#base/units.js'
import { slotOffset } from '../dimensions.js'
import type { PlantDrive } from '../plant.js'
import { layDown, onFloor, turnOver, type Block } from './blocks.js'
import { bounceOut } from './bounce.js'
import type { Faults } from './faults.js'
import { distance } from './geometry.js'

/** full travel time, ms; the first of the controller's 1200 and 3000 ms only releases the brake */
const LIFT_TRAVEL = 1199
const ROTATOR_TRAVEL = 2999
/** lift position from which the cups touch what lies below them */
const ON_FLOOR = 0.97
/** the rotator's sensor reports an end within this share of its travel */
const END_ZONE = 0.03
/** a cup seals on a block whose centre is within this distance of its own, metres */
const SEAL_RADIUS = 0.015
/** time constant of the vacuum under a cup, ms; then kPa when holding a block and when sucking air */
const VACUUM_LAG_MS = 80
const SEALED_KPA = 60
const LEAKING_KPA = 8
const HELD_KPA = 40
/** scatter of released blocks about the release point, standard deviation, metres */
const RELEASE_SCATTER = 0.002

interface Cup {
  vacuum: number
  /** connected to vacuum with the cups on the floor: an attempt to grip */
  gripping: boolean
  sealsOn: Block | null
}

/** Four cups with a valve each, a lift and a rotator, and the blocks they touch. */
export class Gripper {
  lift = 0
  rotator = 0
  readonly cups: readonly Cup[] = SLOTS.map(() => ({ vacuum: 0, gripping: false, sealsOn: null }))
  /** number of the current touch-down: blocks released in the same one form a batch (AMB-17) */
  #touchDown = 0
  #rotatorFrom = 0
  #rotateMask = 0
  #blocks: Block[]
  readonly #map: FieldMap
  readonly #faults: Faults
  readonly #scatter: Rng

  constructor(blocks: Block[], map: FieldMap, faults: Faults, name: readonly (string | number)[]) {
    this.#blocks = blocks
    this.#map = map
    this.#faults = faults
    this.#scatter = stream(...name, 'scatter')
  }

  /**
   * Advances by one millisecond.
   * @param at the gripper's centre
   */
  step(drive: PlantDrive, at: Point, t: number): void {
    if (drive.gripperMoves && drive.motorsEnabled) this.#travel(drive, t)
    for (const slot of SLOTS) this.#updateCup(slot, drive, at, t)
  }

  held(slot: Slot): Block | undefined {
    return this.#blocks.find((block) => block.cup === slot)
  }

  get moving(): boolean {
    return between(this.lift) || between(this.rotator)
  }

  /** Progress of the current turn, and the cups that take part, as a camera sees them. */
  get turn(): { readonly part: number; readonly mask: Mask } {
    return { part: Math.abs(this.rotator - this.#rotatorFrom), mask: bitsMask(this.#rotateMask) }
  }

  /** Drops a carried block at the cup's current position. */
  drop(slot: Slot, at: Point): void {
    const block = this.held(slot)
    if (block === undefined) return
    if (this.#isRotating(slot) && this.turn.part > 0.5) turnOver(block)
    this.#cup(slot).sealsOn = null
    layDown(block, this.#map, cupAt(at, slot), (this.#scatter.next() - 0.5) * Math.PI)
  }

  #travel(drive: PlantDrive, t: number): void {
    const wasUp = this.lift < ON_FLOOR
    this.lift = towards(this.lift, drive.lift, 1 / LIFT_TRAVEL)
    if (wasUp && this.lift >= ON_FLOOR) this.#touchDown++
    // a turn cut off this close to an end counts as complete, or as not started, as it does for the controller
    if (drive.rotator === this.#rotatorFrom && this.turn.part > 1 - END_ZONE) this.#completeTurn(t)
    if (this.rotator === drive.rotator) return
    if (this.turn.part < END_ZONE) this.#rotateMask = drive.rotateMask
    this.rotator = towards(this.rotator, drive.rotator, 1 / ROTATOR_TRAVEL)
    if (this.rotator === drive.rotator && this.rotator !== this.#rotatorFrom) this.#completeTurn(t)
  }

  /** Turns over the blocks under the rotating cups, once the rotator has reached its other end. */
  #completeTurn(t: number): void {
    this.#rotatorFrom = 1 - this.#rotatorFrom
    for (const slot of SLOTS) {
      const block = this.held(slot)
      if (block === undefined || !this.#isRotating(slot)) continue
      if (this.#faults.draw('rotation') === undefined) turnOver(block)
      else this.#faults.record('rotation', t, slot)
    }
  }

  #isRotating(slot: Slot): boolean {
    return ((this.#rotateMask >> slot) & 1) === 1
  }

  #updateCup(slot: Slot, drive: PlantDrive, at: Point, t: number): void {
    const cup = this.#cup(slot)
    const connected = drive.pump && ((drive.valves >> slot) & 1) === 1
    if (!connected) this.#vent(slot, cup, at, t)
    const gripping = connected && this.lift >= ON_FLOOR
    // a seal that is not yet a grip breaks when the cup leaves the block
    if (cup.sealsOn?.cup === null && !(gripping && within(cup.sealsOn, cupAt(at, slot)))) cup.sealsOn = null
    if (gripping && !cup.gripping && cup.sealsOn === null) cup.sealsOn = this.#tryGrip(slot, at, t)
    cup.gripping = gripping
    const target = cup.sealsOn !== null ? SEALED_KPA : connected ? LEAKING_KPA : 0
    cup.vacuum += (target - cup.vacuum) / VACUUM_LAG_MS
    if (cup.sealsOn === null || cup.sealsOn.cup !== null || cup.vacuum < HELD_KPA) return
    cup.sealsOn.cup = slot
    cup.sealsOn.release = null
  }

  #tryGrip(slot: Slot, at: Point, t: number): Block | null {
    const below = cupAt(at, slot)
    const [block] = this.#blocks
      .filter((each) => onFloor(each) && within(each, below))
      .sort((a, b) => distance(a.at, below) - distance(b.at, below))
    if (block === undefined) return null
    if (this.#faults.draw('grip') === undefined) return block
    this.#faults.record('grip', t, slot)
    return null
  }

  #vent(slot: Slot, cup: Cup, at: Point, t: number): void {
    const block = cup.sealsOn
    if (block === null || block.cup === null) return
    // from this height it is a fall, not a release
    if (this.lift < ON_FLOOR) return this.drop(slot, at)
    cup.sealsOn = null
    const below = cupAt(at, slot)
    block.release = this.#touchDown
    const due = this.#faults.draw('placement') !== undefined
    const rest = due ? bounceOut(this.#map, below, this.#faults.details) : undefined
    if (rest !== undefined) this.#faults.record('placement', t, slot)
    const spread = (): number => this.#scatter.normal() * RELEASE_SCATTER
    const near = { x: m(below.x + spread()), y: m(below.y + spread()) }
    layDown(block, this.#map, rest?.at ?? near, rest?.yaw ?? this.#scatter.normal() * 0.01)
  }

  #cup(slot: Slot): Cup {
    return this.cups[slot] as Cup
  }
}

const within = (block: Block, cup: Point): boolean => distance(block.at, cup) <= SEAL_RADIUS

const between = (position: number): boolean => position > 0 && position < 1

const cupAt = (gripper: Point, slot: Slot): Point => ({ x: m(gripper.x + slotOffset(slot)), y: gripper.y })

/** The last step ends exactly at the target, however the steps before it were rounded. */
const towards = (value: number, target: number, step: number): number =>
  Math.abs(target - value) <= step * 1.000001 ? target : value + Math.sign(target - value) * step
