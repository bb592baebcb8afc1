import type { Rng } from '#base/random.js'
import type { Plant, PlantDrive, PlantSense } from '#simulation/field/plant.js'

/** What is wrong with a wheel, at the level of its encoder's counts or of its axle. */
export type WheelFault = 'none' | 'dead' | 'one-channel' | 'reversed' | 'jammed'

type Three = [number, number, number]
const WHEELS = [0, 1, 2] as const
const COUNT = (2 * Math.PI) / 4096
const WINDOW = 8
const RADIUS = 0.05
const BASE_RADIUS = 0.15
const DT = 0.001

/**
 * Three motors under one body, driven by duty: back-EMF, inertia that couples the wheels through the body, static and
 * kinetic friction, gears with play and give, encoders that count. Nothing of it comes from the firmware: what differs
 * from robot to robot is drawn from the seed.
 */
export class MotorPlant implements Plant {
  readonly faults: [WheelFault, WheelFault, WheelFault] = ['none', 'none', 'none']
  bumper = false
  estop = false
  x = 0
  y = 0
  theta = 0
  /** true speeds, rad/s */
  readonly wheels: Three = [0, 0, 0]
  readonly #angle: Three = [0, 0, 0]
  readonly #counts: Three[] = Array.from({ length: WINDOW }, (): Three => [0, 0, 0])
  readonly #frozen: (number | undefined)[] = [undefined, undefined, undefined]
  readonly #strain: Three = [0, 0, 0]
  #ms = 0
  readonly #p

  constructor(rng: Rng, friction?: { readonly least: number; readonly most: number }) {
    const between = (low: number, high: number): number => low + (high - low) * rng.next()
    const stiction = between(friction?.least ?? 0.05, friction?.most ?? 0.2)
    this.#p = {
      /** battery, share of its nominal voltage */
      supply: between(0.8, 1.05),
      top: between(28, 32),
      /** s: of translation; the body turns more easily */
      lag: between(0.05, 0.09),
      coupling: between(-0.2, -0.05),
      friction: WHEELS.map(() => stiction * between(0.85, 1)),
      /** kinetic friction, share of the static one */
      kinetic: between(0.6, 1),
      /** rad at full duty, and of play to either side */
      gives: between(0.016, 0.044),
      play: between(0.003, 0.015),
      /** does a bridge without enable short its motor? */
      brakes: rng.chance(0.5),
      offset: rng.int(65_536),
    }
  }

  step(drive: PlantDrive): PlantSense {
    this.#turn(drive)
    this.#move()
    return {
      wheels: this.#measure(drive),
      vacuumKpa: [0, 0, 0, 0],
      lift: 0,
      rotator: 0,
      batteryMv: Math.round(24_000 * this.#p.supply),
      estop: this.estop,
      bumper: this.bumper,
    }
  }

  get stands(): boolean {
    return this.wheels.every((speed) => speed === 0)
  }

  #turn(drive: PlantDrive): void {
    const { supply, top, lag, coupling, friction, kinetic, brakes } = this.#p
    const torque = WHEELS.map((i) => {
      if (!drive.motorsEnabled && !brakes) return 0
      return (drive.motorsEnabled ? drive.duty[i] * supply : 0) - this.wheels[i] / top
    })
    const pull = torque.reduce((sum, each) => sum + each, 0)
    const scale = (top / lag) * DT
    for (const i of WHEELS) {
      const free = this.wheels[i] + scale * (torque[i]! - (coupling / (1 + 3 * coupling)) * pull)
      const rubs = friction[i]! * (this.wheels[i] === 0 ? 1 : kinetic) * scale
      const held = this.faults[i] === 'jammed' || Math.abs(free) <= rubs
      this.wheels[i] = held ? 0 : free - Math.sign(free) * rubs
      this.#angle[i] += this.wheels[i] * DT
    }
  }

  #move(): void {
    const [a, b, c] = this.wheels
    const forward = (2 / 3) * RADIUS * (Math.sqrt(3) / 2) * (c - a) * DT
    const left = (2 / 3) * RADIUS * (0.5 * a - b + 0.5 * c) * DT
    this.x += Math.cos(this.theta) * forward - Math.sin(this.theta) * left
    this.y += Math.sin(this.theta) * forward + Math.cos(this.theta) * left
    this.theta += ((a + b + c) * RADIUS * DT) / (3 * BASE_RADIUS)
  }

  /** Speed over 8 ms of 16-bit counters, as the board has it. */
  #measure(drive: PlantDrive): Three {
    const { gives, play, top, offset } = this.#p
    const now = WHEELS.map((i) => {
      const load = drive.motorsEnabled ? drive.duty[i] - this.wheels[i] / top : 0
      const target = gives * load + play * Math.sign(Math.abs(load) > 0.01 ? load : 0)
      this.#strain[i] += (target - this.#strain[i]) / 6
      return this.#said(i, Math.floor((this.#angle[i] + this.#strain[i]) / COUNT) + offset)
    }) as Three
    const at = this.#ms++ % WINDOW
    const before = this.#counts[at]!
    this.#counts[at] = now
    const moved = (i: 0 | 1 | 2): number => ((now[i] - before[i]) << 16) >> 16
    const speed = (i: 0 | 1 | 2): number => (moved(i) * COUNT) / (WINDOW * DT)
    return this.#ms <= WINDOW ? [0, 0, 0] : [speed(0), speed(1), speed(2)]
  }

  #said(i: 0 | 1 | 2, count: number): number {
    const fault = this.faults[i]
    if (fault === 'none' || fault === 'jammed') return count
    this.#frozen[i] ??= count
    if (fault === 'reversed') return 2 * this.#frozen[i] - count
    return this.#frozen[i] + (fault === 'one-channel' ? count & 1 : 0)
  }
}
