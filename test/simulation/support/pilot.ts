import type { Point, Slot } from '#base/field-map.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { PlantDrive, PlantSense } from '#simulation/field/plant.js'
import { FAULT_PROFILES, type FaultProfile } from '#simulation/field/world/faults.js'
import { createWorld, type World } from '#simulation/field/world/world.js'
import { benchmarkField } from './field.js'

export interface WorldWish {
  readonly seed?: number
  readonly episode?: number
  readonly faults?: Partial<FaultProfile>
  readonly setup?: FieldSetup
}

export const worldOf = ({
  seed = 1,
  episode = 1,
  faults = {},
  setup = benchmarkField(),
}: WorldWish = {}): World =>
  createWorld({ setup, seed, episode, faults: { ...FAULT_PROFILES.none, ...faults } })

/** Drives wheels, lift, valves and rotator by hand: the world without firmware, link or twin. */
export class Pilot {
  drive: PlantDrive = {
    wheels: [0, 0, 0],
    duty: [0, 0, 0],
    motorsEnabled: true,
    pump: true,
    valves: 0,
    lift: 0,
    rotator: 0,
    rotateMask: 0,
    gripperMoves: true,
  }
  sense: PlantSense
  readonly world: World

  constructor(world: World) {
    this.world = world
    this.sense = world.step(this.drive)
  }

  get at(): Point {
    return this.world.scene().robot.pose
  }

  set(change: Partial<PlantDrive>): this {
    this.drive = { ...this.drive, ...change }
    return this
  }

  wait(milliseconds: number): this {
    for (let i = 0; i < milliseconds; i++) this.sense = this.world.step(this.drive)
    return this
  }

  /** Straight there at a constant speed, giving up as a controller does. @returns whether it arrived */
  go(to: { readonly x: number; readonly y: number }, speed = 0.6): boolean {
    const { x, y } = this.at
    const [dx, dy] = [to.x - x, to.y - y]
    const way = Math.hypot(dx, dy)
    if (way > 0) {
      this.set({ wheels: wheelsOf((dx / way) * speed, (dy / way) * speed) }).wait(
        Math.round((way / speed) * 1000),
      )
    }
    this.set({ wheels: [0, 0, 0] }).wait(300)
    return Math.hypot(this.at.x - to.x, this.at.y - to.y) < 0.01
  }

  /** One attempt for each cup of the mask. */
  grip(valves = 15): this {
    this.set({ lift: 1 }).wait(1200).set({ valves }).wait(400)
    return this.set({ lift: 0 }).wait(1200)
  }

  /** Shuts the valves, with the gripper on the floor. */
  release(valves = 0): this {
    return this.set({ lift: 1 }).wait(1200).set({ valves }).wait(400).set({ lift: 0 }).wait(1200)
  }

  rotate(rotateMask: number): this {
    const rotator = this.drive.rotator === 0 ? 1 : 0
    return this.set({ rotator, rotateMask }).wait(3010)
  }

  held(): Slot[] {
    const cups = this.world.blocks().map(({ cup }) => cup)
    return cups.filter((cup) => cup !== null).sort()
  }
}

/** Wheel speeds, rad/s, of a motion in m/s at heading 0. */
export function wheelsOf(vx: number, vy: number): [number, number, number] {
  const s = Math.sqrt(3) / 2
  return [(-s * vx + 0.5 * vy) / 0.05, -vy / 0.05, (s * vx + 0.5 * vy) / 0.05]
}
