import type { FieldMap, Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { PlantDrive } from '../plant.js'
import { gapTo } from './footprint.js'
import type { Disc } from './geometry.js'
import { NO_STEP, type Displacement, type Rolling } from './ground/rolling.js'
import { Windup } from './windup.js'

/** lag of a wheel behind its setpoint, ms */
const WHEEL_LAG_MS = 15
/** a wheel slower than this counts as stopped, rad/s */
const STANDSTILL = 0.002

type Wheels = [number, number, number]

/**
 * The three-wheeled omnidirectional base: wheels follow their setpoints with a lag, the body follows the wheels as its
 * ground has it.
 */
export class Base {
  readonly wheels: Wheels = [0, 0, 0]
  /** what the encoders report, rad/s: also of blocked wheels, which give way a little */
  readonly measured: Wheels = [0, 0, 0]
  readonly #windup = new Windup()
  #x: number
  #y: number
  #theta: number
  /** whether a move has begun and its wheels have not come to rest */
  #driving = false
  readonly #map: FieldMap
  readonly #rolling: Rolling
  readonly #objects: readonly Disc[]
  #into: number | undefined
  #tried = NO_STEP

  /** @param objects what stands on the floor and stops the base as a wall does */
  constructor(map: FieldMap, start: Pose, rolling: Rolling, objects: readonly Disc[] = []) {
    this.#map = map
    this.#rolling = rolling
    this.#objects = objects
    this.#x = start.x
    this.#y = start.y
    this.#theta = start.theta
  }

  get pose(): Pose {
    return { x: m(this.#x), y: m(this.#y), theta: rad(this.#theta) }
  }

  put({ x, y, theta }: Pose): void {
    ;[this.#x, this.#y, this.#theta] = [x, y, theta]
  }

  get moving(): boolean {
    return this.wheels.some((wheel) => Math.abs(wheel) > STANDSTILL)
  }

  /** what the last step did; where an object has stopped the base (`into`), what it would have done without it */
  get tried(): { readonly step: Displacement; readonly into: number | undefined } {
    return { step: this.#tried, into: this.#into }
  }

  /** nothing turns, and nothing is wound up */
  get still(): boolean {
    return !this.moving && this.#windup.relaxed
  }

  /**
   * Advances by one millisecond.
   * @param blocked whether something holds the wheels
   * @returns displacement of the gripper
   */
  step(drive: PlantDrive, blocked: boolean): Displacement {
    const driven = drive.motorsEnabled && drive.wheels.some((wheel) => wheel !== 0)
    if (driven && !this.#driving) this.#rolling.begin()
    this.#driving = driven || this.moving
    const { held, ...step } = this.#advance(drive, blocked)
    const extra = held || !this.#windup.relaxed ? this.#windup.step(held ? drive.duty : NO_DUTY) : NO_DUTY
    for (const i of [0, 1, 2] as const) this.measured[i] = this.wheels[i] + extra[i]
    return step
  }

  #advance(drive: PlantDrive, blocked: boolean): Displacement & { readonly held: boolean } {
    for (const i of [0, 1, 2] as const) {
      const target = drive.motorsEnabled ? drive.wheels[i] : 0
      this.wheels[i] = blocked ? 0 : this.wheels[i] + (target - this.wheels[i]) / WHEEL_LAG_MS
      if (target === 0 && Math.abs(this.wheels[i]) < STANDSTILL / 2) this.wheels[i] = 0
    }
    const step = this.displacement(this.wheels)
    this.#into = this.#objectAhead(step)
    const outside = this.#wallOverlap(step)
    const walled = outside > WALL_GAP && outside > this.#wallOverlap(NO_STEP)
    this.#tried = walled && this.#into === undefined ? NO_STEP : step
    if (walled || this.#into !== undefined) {
      this.wheels.fill(0)
      return { ...NO_STEP, held: true }
    }
    this.#x += step.dx
    this.#y += step.dy
    this.#theta += step.turn
    return { ...step, held: blocked }
  }

  /** Returns how far one millisecond at these wheel speeds would move the gripper. */
  displacement(wheels: readonly [number, number, number]): Displacement {
    return this.#rolling.displacement(this.pose, wheels)
  }

  /** How far the robot would reach into the walls after a step. A robot set up inside a wall may still leave it. */
  #wallOverlap(step: Displacement): number {
    return this.#rolling.wallOverlap(this.#map, this.#after(step))
  }

  /** Which object a step would lead into, or deeper into. */
  #objectAhead(step: Displacement): number | undefined {
    if (this.#objects.length === 0) return undefined
    const after = this.#after(step)
    const index = this.#objects.findIndex((object) => {
      const gap = gapTo(object, after)
      return gap < 0 && gap < gapTo(object, this.pose)
    })
    return index < 0 ? undefined : index
  }

  #after({ dx, dy, turn }: Displacement): Pose {
    return { x: m(this.#x + dx), y: m(this.#y + dy), theta: rad(this.#theta + turn) }
  }
}

const NO_DUTY = [0, 0, 0] as const
/** a robot that docks exactly at the wall is not blocked by it */
const WALL_GAP = 0.005
