import { Windup } from '#simulation/field/world/windup.js'
import type { Plant, PlantDrive, PlantSense } from '#simulation/field/plant.js'

/** A robot on a bench: wheels follow their setpoints, cups with a block under them build up vacuum. Tests turn the knobs. */
export class BenchPlant implements Plant {
  /** a cup over a block builds up vacuum when its valve is open and the lift is down */
  blocks = 0b1111
  /** wheels do not turn, whatever they are told */
  jammed = false
  liftJammed = false
  /** lift and rotator take this many times their nominal time */
  slower = 1
  estop = false
  /** decides the bumper; metres driven so far along +x, +y */
  bumperAt: (x: number, y: number) => boolean = () => false
  /** first-order lag of the wheels, ms */
  lagMs = 20
  /** what the world saw last */
  drive: PlantDrive | undefined
  x = 0
  y = 0
  /** how often a valve went from vented to vacuum, per cup */
  readonly valveOpenings = [0, 0, 0, 0]
  #wheels: [number, number, number] = [0, 0, 0]
  readonly #windup = new Windup()
  #vacuum: [number, number, number, number] = [0, 0, 0, 0]
  /** where they are, 0…1 */
  lift = 0
  rotator = 0
  /** cups that carry a block now */
  carried = 0

  step(drive: PlantDrive): PlantSense {
    const share = 1 / Math.max(1, this.lagMs)
    for (const i of [0, 1, 2] as const) {
      const target = this.jammed || !drive.motorsEnabled ? 0 : drive.wheels[i]
      this.#wheels[i] = this.jammed ? 0 : this.#wheels[i] + (target - this.#wheels[i]) * share
    }
    this.#moveBody()
    const windup = this.#windup.step(this.jammed ? drive.duty : [0, 0, 0])
    if (drive.gripperMoves && drive.motorsEnabled) {
      if (!this.liftJammed) this.lift = towards(this.lift, drive.lift, 1 / (1199 * this.slower))
      this.rotator = towards(this.rotator, drive.rotator, 1 / (2999 * this.slower))
    }
    this.#cups(drive)
    this.drive = drive
    return {
      wheels: [this.#wheels[0] + windup[0], this.#wheels[1] + windup[1], this.#wheels[2] + windup[2]],
      vacuumKpa: [...this.#vacuum],
      lift: this.lift,
      rotator: this.rotator,
      batteryMv: 22_200,
      estop: this.estop,
      bumper: this.bumperAt(this.x, this.y),
    }
  }

  /** the largest wheel speed now, rad/s */
  get fastestWheel(): number {
    return Math.max(...this.#wheels.map(Math.abs))
  }

  #moveBody(): void {
    const [a, b, c] = this.#wheels
    const k = (0.05 * 2) / 3 / 1000
    this.x += k * (Math.sqrt(3) / 2) * (c - a)
    this.y += k * (0.5 * a - b + 0.5 * c)
  }

  #cups(drive: PlantDrive): void {
    for (const i of [0, 1, 2, 3] as const) {
      const bit = 1 << i
      const connected = (drive.valves & bit) !== 0 && drive.pump
      if ((drive.valves & bit) !== 0 && ((this.drive?.valves ?? 0) & bit) === 0) this.valveOpenings[i]!++
      if (!connected) this.carried &= ~bit
      else if (this.lift > 0.95 && (this.blocks & bit) !== 0) this.carried |= bit
      const target = (this.carried & bit) !== 0 ? 60 : connected ? 8 : 0
      this.#vacuum[i] += (target - this.#vacuum[i]) / 80
    }
  }
}

/** The last step ends exactly at the target, whatever the sum of the steps before it rounds to. */
const towards = (value: number, target: number, step: number): number =>
  Math.abs(target - value) <= step * 1.000001 ? target : value + Math.sign(target - value) * step
