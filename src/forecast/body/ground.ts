import {
  SLOTS,
  slotsMask,
  type FieldMap,
  type Mask,
  type Point,
  type Slot,
  type ZoneId,
} from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { m } from '#base/units.js'
import type { FieldOutcome } from '#learning/field-score.js'
import { SLOT_PITCH, slotCentre, slotOffset } from '#simulation/field/dimensions.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { layBlocks, layDown, onFloor, turnOver, type Block } from '#simulation/field/world/blocks.js'
import { bounceOut } from '#simulation/field/world/bounce.js'
import { Faults, type FaultProfile } from '#simulation/field/world/faults.js'
import { distance } from '#simulation/field/world/geometry.js'
import { judge } from '#simulation/field/world/referee.js'

/** The luck of an episode: the same name and profile give the same luck as in the simulated world. */
export interface Luck {
  readonly seed: number
  readonly episode: number
  readonly faults: FaultProfile
}

/** a cup seals on a block whose centre is this close to its own, metres */
const REACH = 0.015
/** standard deviation of a released block's position, metres */
const SPREAD = 0.002
/** a shelf this close to its target has arrived, metres */
const AT_TARGET = 0.01

/**
 * The true state of the field: blocks, faces, shelf, and the luck of the episode. Blocks, draws and referee are those
 * of the simulated world, advanced from event to event instead of millisecond by millisecond.
 */
export class Ground {
  readonly map: FieldMap
  readonly faults: Faults
  readonly blocks: readonly Block[]
  /** distance the shelf has been pushed, metres */
  shelf = 0
  leftHome = false
  /** cups that lost their block on the way, with their valves still open */
  readonly suctionOpen = new Set<Slot>()
  readonly #held: (Block | null)[] = [null, null, null, null]
  readonly #frame: Frame
  readonly #name: readonly [number, string, number]
  #touchDown = 0
  #scatter: Rng | undefined

  constructor(setup: FieldSetup, frame: Frame, { seed, episode, faults }: Luck) {
    this.map = setup.map
    this.#frame = frame
    this.#name = [seed, setup.map.id, episode]
    this.faults = new Faults(faults, { seed, field: setup.map.id, episode })
    this.blocks = layBlocks(setup)
  }

  held(cup: Slot): Block | null {
    return this.#held[cup] ?? null
  }

  /** True position of a point on the robot's own map. */
  truePosition(believed: Point): Point {
    return this.#frame(believed)
  }

  get shelfAtTarget(): boolean {
    const { at, target } = this.map.shelf
    return distance(at, target) - this.shelf <= AT_TARGET
  }

  /** Records that the gripper has passed this point. */
  passed(believed: Point): void {
    const { home } = this.map
    this.leftHome ||= distance(this.truePosition(believed), home.at) > home.radius
  }

  /** One attempt of a cup to seal. An attempt with no block below draws no luck. */
  grips(cup: Slot, believed: Point, t: number): boolean {
    const block = this.#nearest(this.#below(cup, believed))
    if (block === undefined) return false
    if (this.faults.draw('grip') !== undefined) {
      this.faults.record('grip', t, cup)
      return false
    }
    block.cup = cup
    block.release = null
    this.#held[cup] = block
    return true
  }

  /** Undoes a grip that never happened: the block stays where it was. */
  putBack(cup: Slot): void {
    const block = this.#take(cup)
    if (block !== null) block.cup = null
  }

  /** The cups touch the floor: blocks released now form one batch (AMB-17). */
  touchDown(): void {
    this.#touchDown++
  }

  /** A cup on the floor releases its block. */
  release(cup: Slot, believed: Point, t: number): void {
    const block = this.#take(cup)
    if (block === null) return
    block.release = this.#touchDown
    const below = this.#below(cup, believed)
    const isMisplaced = this.faults.draw('placement') !== undefined
    const rest = isMisplaced ? bounceOut(this.map, below, this.faults.details) : undefined
    if (rest !== undefined) this.faults.record('placement', t, cup)
    const near = { x: m(below.x + this.#spread()), y: m(below.y + this.#spread()) }
    layDown(block, this.map, rest?.at ?? near, rest?.yaw ?? this.#random.normal() * 0.01)
  }

  /** A carried block falls. */
  drop(cup: Slot, believed: Point, t: number): void {
    const block = this.#take(cup)
    if (block === null) return
    layDown(block, this.map, this.#below(cup, believed), (this.#random.next() - 0.5) * Math.PI)
    this.suctionOpen.add(cup)
    this.faults.record('drop', t, cup)
  }

  /** The rotator has arrived: a block turns with its cup, unless the rotation fails. */
  turn(cup: Slot, t: number): void {
    const block = this.held(cup)
    if (block === null) return
    if (this.faults.draw('rotation') === undefined) turnOver(block)
    else this.faults.record('rotation', t, cup)
  }

  /** The referee's account, with the robot at this point. */
  outcome(believed: Point, operatingSeconds: number): FieldOutcome {
    const { map, blocks, shelfAtTarget, leftHome } = this
    const robot = this.truePosition(believed)
    return judge({ map, blocks, shelfAtTarget, robot, leftHome, operatingSeconds })
  }

  /** Orange-up blocks in the slots of a zone. */
  faces(zone: ZoneId): Mask {
    const found = this.map.zones.find(({ id }) => id === zone)
    if (found === undefined) return '0000'
    const shows = (slot: Slot): boolean =>
      this.blocks.some(
        (block) =>
          onFloor(block) &&
          block.face === 'orange' &&
          distance(block.at, slotCentre(found, slot)) <= SLOT_PITCH / 2,
      )
    return slotsMask(SLOTS.filter(shows))
  }

  #take(cup: Slot): Block | null {
    const block = this.held(cup)
    this.#held[cup] = null
    return block
  }

  /** The block that a cup at this point seals on. */
  #nearest({ x, y }: Point): Block | undefined {
    let found: Block | undefined
    let least = REACH
    for (const block of this.blocks) {
      // cheap rejection: most blocks are far away
      if (Math.abs(block.at.x - x) > least || Math.abs(block.at.y - y) > least || !onFloor(block)) continue
      const away = Math.hypot(block.at.x - x, block.at.y - y)
      if (away > least || (away === least && found !== undefined)) continue
      found = block
      least = away
    }
    return found
  }

  #below(cup: Slot, believed: Point): Point {
    const { x, y } = this.truePosition(believed)
    return { x: m(x + slotOffset(cup)), y }
  }

  get #random(): Rng {
    return (this.#scatter ??= stream(...this.#name, 'scatter'))
  }

  #spread(): number {
    return this.#random.normal() * SPREAD
  }
}

/** Maps a point of the robot's map to its true position: a robot believes it starts at home, wherever it was put. */
export type Frame = (believed: Point) => Point

export function frameOf({ map, start }: FieldSetup): Frame {
  const { at } = map.home
  if (start.x === at.x && start.y === at.y && start.theta === 0) return (believed) => believed
  const [c, s] = [Math.cos(start.theta), Math.sin(start.theta)]
  return ({ x, y }) => {
    const [dx, dy] = [x - at.x, y - at.y]
    return { x: m(start.x + c * dx - s * dy), y: m(start.y + s * dx + c * dy) }
  }
}
