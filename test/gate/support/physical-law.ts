import type { FieldMap } from '#base/field-map.js'
import type { Message } from '#link/messages.gen.js'
import { FAR_APRON, ROBOT } from '#simulation/field/dimensions.js'
import type { Plant, PlantDrive, PlantSense } from '#simulation/field/plant.js'
import type { World } from '#simulation/field/world/world.js'

/** Positions of the lift, 0…1: up to here it counts as up, from here on the cups touch the floor. */
const UP = 0.03
const ON_FLOOR = 0.97
/** faster than this a wheel turns, rad/s: 2 mm/s at its rim */
const TURNS = 0.04
/** how far the robot may lean into a wall, metres: the walls of the world hold it from 5 mm on */
const WALL = 0.006
/** a zone's dock is met within this, metres */
const AT_ZONE = 0.05
/** docking presses the shelf by some millimetres, as far off as the controller may stand; more than this is a push */
const PUSHED = 0.012
/** the red button must have the motors off after this many milliseconds */
const ESTOP_MS = 2

/**
 * Stands between controller and world and tells what no robot may do, from the bodies alone: no belief, no command and
 * no permit is asked. Physical luck of the world (a block that falls, a shelf that slips) is no offence.
 */
export class PhysicalLaw implements Plant {
  readonly offences: string[] = []
  /** how often something was looked at: blocks let go, millimetres driven, pushes, presses of the button */
  readonly seen = { releases: 0, drivenMs: 0, pushes: 0, estops: 0 }
  readonly #world: World
  readonly #map: FieldMap
  #t = 0
  #pressedAt = Infinity
  #shelf: number
  #carriedSince: number | undefined

  constructor(world: World, map: FieldMap) {
    this.#world = world
    this.#map = map
    this.#shelf = map.shelf.at.x
  }

  pressEstop(pressed: boolean): void {
    this.#world.pressEstop(pressed)
    if (!pressed || this.#pressedAt < Infinity) return
    this.seen.estops++
    this.#pressedAt = this.#t
  }

  step(drive: PlantDrive): PlantSense {
    const { faultLog } = this.#world
    const held = this.#world.blocks().map(({ cup }) => cup)
    const faults = faultLog.length
    const sense = this.#world.step(drive)
    this.#t++
    const fell = faultLog.slice(faults).some(({ kind }) => kind === 'drop')
    this.#world.blocks().forEach(({ cup }, i) => {
      if (held[i] !== null && cup === null && !fell) this.#release(sense)
    })
    this.#motion(drive, sense)
    if (this.#t % 20 === 0) this.#places()
    return sense
  }

  /** What the controller hears. */
  hear(message: Message): void {
    if (message.kind !== 'push') return
    this.seen.pushes++
    if (this.#carried() > 0)
      this.#offence(`a push was asked for with ${this.#carried()} blocks in the gripper`)
  }

  #motion(drive: PlantDrive, sense: PlantSense): void {
    const driven = drive.motorsEnabled && drive.wheels.some((wheel) => wheel !== 0)
    const rolls = sense.wheels.some((wheel) => Math.abs(wheel) > TURNS)
    if (driven) this.seen.drivenMs++
    if ((driven || rolls) && sense.lift > UP) this.#offence('the base moves with the lift down')
    if (driven && drive.gripperMoves && sense.lift > 0 && sense.lift < 1)
      this.#offence('the gripper travels while the base drives')
    const late = this.#t - this.#pressedAt
    if (late > ESTOP_MS && drive.motorsEnabled) this.#offence('the motors have power after the e-stop')
  }

  #release(sense: PlantSense): void {
    this.seen.releases++
    if (sense.lift < ON_FLOOR) return this.#offence('a block was let go with the gripper in the air')
    const { x, y } = this.#world.scene().robot.pose
    const zone = this.#map.zones.find(({ at }) => Math.hypot(at.x - x, at.y - y) <= AT_ZONE)
    if (zone?.kind !== 'unload')
      this.#offence(`a block was let go ${zone ? `in load zone ${zone.id}` : 'outside any zone'}`)
    if (zone?.needsShelf === true && !this.#world.outcome().shelfAtTarget)
      this.#offence('a block was let go in a zone that is not open yet')
  }

  #places(): void {
    const { robot, shelf } = this.#world.scene()
    const { x, y } = robot.pose
    const { size } = this.#map
    const side = Math.max(ROBOT.gripperHalfWidth, ROBOT.bodyRadius)
    const far = size.y + FAR_APRON - ROBOT.bodyBehindGripper - ROBOT.bodyRadius
    const into = Math.max(side - x, x - (size.x - side), ROBOT.gripperHalfDepth - y, y - far)
    if (into > WALL) this.#offence(`the robot reaches ${Math.round(into * 1000)} mm into the border`)

    if (this.#carried() === 0) this.#carriedSince = undefined
    else this.#carriedSince ??= this.#shelf
    const moved = Math.abs(shelf.x - (this.#carriedSince ?? shelf.x))
    if (moved > PUSHED)
      this.#offence(`the shelf was moved ${Math.round(moved * 1000)} mm with blocks in the gripper`)
    this.#shelf = shelf.x
  }

  #carried(): number {
    return this.#world.blocks().filter(({ cup }) => cup !== null).length
  }

  #offence(what: string): void {
    if (this.offences.length < 20) this.offences.push(`${this.#t} ms: ${what}`)
  }
}
