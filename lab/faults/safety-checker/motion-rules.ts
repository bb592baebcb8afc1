import type { PlantDrive } from '#simulation/field/plant.js'
import type { Contact } from '#simulation/field/world/obstacles/contacts.js'
import type { ViolationKind } from './violation.js'
import type { WireView } from './wire-view.js'

/** rad/s; slower than 2.5 mm/s is standing */
const TURNS = 0.05
/** m/s of the base for 1 rad/s of its fastest wheel, at most: radius 0.05 m, cos 30° */
const SPEED = 0.05 / 0.866
/** m/s²: the ramp of comm loss and STOP (firmware-protocol/README.md) */
const RAMP = 2
/** what the wheels lag behind their setpoints until they stand, ms */
const LAG = 100
const HEARTBEAT_MS = 250
const ESTOP_MS = 2
/** share of the lift's travel: above it the lift is not up */
const LIFT_UP = 0.05

/** What may move when, judged from the truth of each millisecond and from what the wire has said. */
export class MotionRules {
  readonly #wire: WireView
  #before: Truth | undefined
  /** latest times, ms, at which the wheels may still turn */
  #heartbeatEnd = Infinity
  #stopEnd = Infinity
  #estopSince: number | undefined

  constructor(wire: WireView) {
    this.#wire = wire
  }

  restarted(): void {
    this.#before = undefined
    this.#heartbeatEnd = this.#stopEnd = Infinity
  }

  /** The rules that are broken in this millisecond, each with what was seen. */
  judge(truth: Truth, now: number): Map<ViolationKind, string> {
    const found = new Map<ViolationKind, string>()
    const turning = isTurning(truth.wheels)
    this.#begins(truth, found)
    this.#heartbeat(truth, turning, now, found)
    this.#stop(truth, turning, now, found)
    this.#estop(truth, now, found)
    if (turning && truth.lift > LIFT_UP)
      found.set('drove-with-lift-down', `lift at ${truth.lift.toFixed(2)}, wheels ${say(truth.wheels)} rad/s`)
    this.#load(truth, found)
    this.#before = truth
    return found
  }

  #begins(truth: Truth, found: Map<ViolationKind, string>): void {
    const moved = this.#before !== undefined && asksMotion(this.#before.drive)
    if (!moved && asksMotion(truth.drive) && this.#wire.active === undefined)
      found.set(
        'unpermitted-motion',
        `wheels ${say(truth.drive.wheels)} rad/s, gripper ${truth.drive.gripperMoves}`,
      )
  }

  #heartbeat(truth: Truth, turning: boolean, now: number, found: Map<ViolationKind, string>): void {
    const silent = now - this.#wire.lastHeartbeat
    if (silent <= HEARTBEAT_MS) this.#heartbeatEnd = Infinity
    else if (this.#heartbeatEnd === Infinity) this.#heartbeatEnd = now + rampOf(truth.wheels)
    if (turning && now > this.#heartbeatEnd)
      found.set('motion-without-heartbeat', `wheels turn ${silent} ms after the last heartbeat`)
    if (truth.drive.gripperMoves && silent > HEARTBEAT_MS)
      found.set('motion-without-heartbeat', `the gripper moves ${silent} ms after the last heartbeat`)
  }

  #stop(truth: Truth, turning: boolean, now: number, found: Map<ViolationKind, string>): void {
    const { stopped } = this.#wire
    if (stopped === Infinity) this.#stopEnd = Infinity
    else if (this.#stopEnd === Infinity) this.#stopEnd = now + rampOf(truth.wheels)
    if (turning && now > this.#stopEnd)
      found.set('motion-after-stop', `wheels turn ${now - stopped} ms after STOP`)
    if (truth.drive.gripperMoves && now - stopped > ESTOP_MS)
      found.set('motion-after-stop', `the gripper moves ${now - stopped} ms after STOP`)
  }

  #estop({ estop, drive }: Truth, now: number, found: Map<ViolationKind, string>): void {
    if (!estop) {
      this.#estopSince = undefined
      return
    }
    this.#estopSince ??= now
    const since = now - this.#estopSince
    if (since > ESTOP_MS && drive.motorsEnabled)
      found.set('motors-in-estop', `motors are enabled ${since} ms after the input`)
  }

  #load({ held, drive }: Truth, found: Map<ViolationKind, string>): void {
    if (this.#before === undefined) return
    const released = this.#before.held & connected(this.#before.drive) & ~connected(drive)
    const { active } = this.#wire
    const meant = active?.kind === 'release' || active?.kind === 'grip' ? active.mask : 0
    if ((released & ~meant) !== 0) found.set('load-released', `cups ${released} of ${held} without a release`)
  }
}

export const isTurning = (wheels: readonly number[]): boolean =>
  wheels.some((speed) => Math.abs(speed) > TURNS)

const asksMotion = ({ wheels, gripperMoves }: PlantDrive): boolean =>
  gripperMoves || wheels.some((speed) => speed !== 0)

/** bit per cup that is connected to vacuum */
const connected = ({ pump, valves }: PlantDrive): number => (pump ? valves : 0)

/** ms that the base may take from these speeds to a stand */
const rampOf = (wheels: readonly number[]): number =>
  LAG + (1000 * Math.max(...wheels.map(Math.abs)) * SPEED) / RAMP

const say = (wheels: readonly number[]): string => wheels.map((speed) => speed.toFixed(2)).join(' ')

/** What is true of the robot in one millisecond, as the simulated world knows it. */
export interface Truth {
  /** what the controller asks of the drives */
  readonly drive: PlantDrive
  /** how fast the wheels really turn, rad/s */
  readonly wheels: readonly number[]
  /** where the lift really is, 0 = up */
  readonly lift: number
  /** the e-stop input as the controller's pin has it */
  readonly estop: boolean
  /** bit per cup: a block really hangs there */
  readonly held: number
  /** how far some part of the robot is beyond the border of the floor, metres; negative while all of it is inside */
  readonly outside: number
  /** every contact with a person or a standing object since the world began */
  readonly contacts: readonly Contact[]
}
