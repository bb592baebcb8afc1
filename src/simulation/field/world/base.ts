import type { FieldMap, Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import { FAR_APRON, ROBOT } from '../dimensions.js'
import type { PlantDrive } from '../plant.js'
import { Windup } from './windup.js'

/** lag of a wheel behind its setpoint, ms */
const WHEEL_LAG_MS = 15
/** a wheel slower than this counts as stopped, rad/s */
const STANDSTILL = 0.002

type Wheels = [number, number, number]

/** Displacement of the gripper in one millisecond, metres. */
interface Step {
  readonly dx: number
  readonly dy: number
}

/**
 * The three-wheeled omnidirectional base: wheels follow their setpoints with a lag, the body follows the wheels. Wheels
 * at 60°, 180°, 300°; x right, y away from the camera.
 */
export class Base {
  readonly wheels: Wheels = [0, 0, 0]
  /** what the encoders report, rad/s: also of blocked wheels, which give way a little */
  readonly measured: Wheels = [0, 0, 0]
  readonly #windup = new Windup()
  #x: number
  #y: number
  #theta: number
  readonly #map: FieldMap

  constructor(map: FieldMap, start: Pose) {
    this.#map = map
    this.#x = start.x
    this.#y = start.y
    this.#theta = start.theta
  }

  get pose(): Pose {
    return { x: m(this.#x), y: m(this.#y), theta: rad(this.#theta) }
  }

  get moving(): boolean {
    return this.wheels.some((wheel) => Math.abs(wheel) > STANDSTILL)
  }

  /** nothing turns, and nothing is wound up */
  get still(): boolean {
    return !this.moving && this.#windup.relaxed
  }

  /**
   * Advances by one millisecond.
   * @param blocked whether something holds the wheels
   * @returns displacement of the gripper, metres
   */
  step(drive: PlantDrive, blocked: boolean): Step {
    const { held, ...step } = this.#advance(drive, blocked)
    const extra = held || !this.#windup.relaxed ? this.#windup.step(held ? drive.duty : NO_DUTY) : NO_DUTY
    for (const i of [0, 1, 2] as const) this.measured[i] = this.wheels[i] + extra[i]
    return step
  }

  #advance(drive: PlantDrive, blocked: boolean): Step & { readonly held: boolean } {
    for (const i of [0, 1, 2] as const) {
      const target = drive.motorsEnabled ? drive.wheels[i] : 0
      this.wheels[i] = blocked ? 0 : this.wheels[i] + (target - this.wheels[i]) / WHEEL_LAG_MS
      if (target === 0 && Math.abs(this.wheels[i]) < STANDSTILL / 2) this.wheels[i] = 0
    }
    const { dx, dy } = this.displacement(this.wheels)
    const outside = this.#wallOverlap(this.#x + dx, this.#y + dy)
    if (outside > WALL_GAP && outside > this.#wallOverlap(this.#x, this.#y)) {
      this.wheels.fill(0)
      return { dx: 0, dy: 0, held: true }
    }
    this.#x += dx
    this.#y += dy
    const [a, b, c] = this.wheels
    this.#theta += ((a + b + c) * RIM_METRES) / (3 * ROBOT.wheelBase)
    return { dx, dy, held: blocked }
  }

  /** Returns how far one millisecond at these wheel speeds would move the gripper, metres. */
  displacement([a, b, c]: readonly [number, number, number]): Step {
    const forward = (2 / 3) * RIM_METRES * (Math.sqrt(3) / 2) * (c - a)
    const left = (2 / 3) * RIM_METRES * (0.5 * a - b + 0.5 * c)
    const cos = Math.cos(this.#theta)
    const sin = Math.sin(this.#theta)
    return { dx: cos * forward - sin * left, dy: sin * forward + cos * left }
  }

  /**
   * How far the robot would reach into the walls, metres: at the near, left and right edges of the field, and at the
   * end of the apron beyond the far one. A robot set up inside a wall may still leave it.
   */
  #wallOverlap(x: number, y: number): number {
    const { size } = this.#map
    const side = Math.max(ROBOT.gripperHalfWidth, ROBOT.bodyRadius)
    const far = ROBOT.bodyBehindGripper + ROBOT.bodyRadius
    return Math.max(side - x, x - (size.x - side), ROBOT.gripperHalfDepth - y, y - (size.y + FAR_APRON - far))
  }
}

/** metres that a wheel's rim rolls in a millisecond at 1 rad/s */
const RIM_METRES = ROBOT.wheelRadius / 1000
const NO_DUTY = [0, 0, 0] as const
/** a robot that docks exactly at the wall is not blocked by it */
const WALL_GAP = 0.005
