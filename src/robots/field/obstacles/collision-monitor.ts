import type { Pose } from '#base/field-map.js'
import type { SiteMap } from '#base/site/site-map.js'
import type { SetSpeedScale } from '#link/messages.gen.js'
import type { LaserScan } from '#localisation/ports.js'
import { BASE_GEOMETRY } from '#localisation/filter/kinematics.js'
import { wrapped } from '#localisation/scan/frames.js'
import { distance } from '#twin/field/places.js'
import type { Command } from '#twin/field/world.js'
import { PUSH, TRAVEL } from '../wire.js'
import type { Twist } from './clearance.js'
import type { Whereabouts } from './foreground.js'
import { ObstacleGuard, type Obstruction } from './guard.js'

export type SpeedLimit = Omit<SetSpeedScale, 'kind' | 'session' | 'seq'>

/** What the robot is doing. */
export interface MonitoredMotion {
  /** µs of the controller's clock */
  readonly nowUs: number
  /** what moves it; undefined: nothing, so far */
  readonly command: Command | undefined
  /** of the gripper, and of the body's middle; undefined: not known */
  readonly gripper: Pose | undefined
  readonly body: Pose | undefined
}

/**
 * Holds the base to the speed at which it can stop before it touches what a laser scanner sees, whatever the tree does
 * (the collision monitor of Nav2 is the model). What it allows is a promise with a time to live: where it sees nothing
 * any more, or this process hangs, the controller stops by itself.
 */
export class CollisionMonitor {
  readonly #guard: ObstacleGuard
  #obstruction: Obstruction | undefined
  #share = 1

  constructor(site: SiteMap) {
    this.#guard = new ObstacleGuard({ site })
  }

  /** What holds the base now; undefined while nothing does. */
  get obstruction(): Obstruction | undefined {
    return this.#obstruction
  }

  /** Of the speed that the command allows, 0…1; 0 also where nothing is seen any more. */
  get share(): number {
    return this.#share
  }

  /** @param quarter of a turn of the scanner, once the wheels have said where it was taken */
  look(quarter: LaserScan, where: Whereabouts): void {
    this.#guard.look(quarter, where)
  }

  /** @returns what the controller is to be held to; undefined: nothing is to be said, since nothing is seen */
  limit({ nowUs, command, gripper, body }: MonitoredMotion): SpeedLimit | undefined {
    const answer = this.#guard.decide({ nowUs, body, twist: twistOf(command, gripper) })
    this.#share = answer === 'silent' ? 0 : answer.share
    this.#obstruction = answer === 'silent' ? undefined : answer.obstruction
    if (answer === 'silent') return undefined
    return { scale: Math.floor(1000 * answer.share), ttlMs: TTL_MS, holdMs: LONGEST_HOLD_MS }
  }
}

/** longer than a turn of the loop takes on a busy computer: 0.6 m/s go on for 90 mm */
const TTL_MS = 150
/** so long a command waits for what is in its way, longer than people stop for; then it ends as obstructed */
const LONGEST_HOLD_MS = 10_000

/** The fastest that a command may drive from here, in the body's frame. */
function twistOf(command: Command | undefined, gripper: Pose | undefined): Twist {
  switch (command?.kind) {
    case 'move':
      return gripper === undefined ? ANYWHERE : towards(command.pose, gripper, TRAVEL)
    case 'push':
      return gripper === undefined ? ANYWHERE : towards(command.to, gripper, PUSH)
    case 'jog':
      return { vx: command.vx, vy: command.vy, w: command.wz }
    case 'grip':
    case 'release':
    case 'rotate':
    case undefined:
      return STILL
  }
}

/** `fw_motion.c`: the way and the turn end together, a trapezoid, and what is needed to stay on it. */
function towards(to: Pose, from: Pose, { vMax, aMax }: typeof TRAVEL | typeof PUSH): Twist {
  const [way, turn] = [distance(from, to), wrapped(to.theta - from.theta)]
  const length = Math.max(way, WHEELS_FROM_MIDDLE * Math.abs(turn))
  if (!(length > 0)) return STILL
  const speed = Math.min(vMax, Math.sqrt(2 * aMax * length)) + TRIM
  const [cos, sin] = [Math.cos(from.theta), Math.sin(from.theta)]
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  return {
    vx: speed * (cos * dx + sin * dy),
    vy: speed * (cos * dy - sin * dx),
    w: (speed * turn) / length,
  }
}

/** by how much faster than it was permitted the controller may catch up, m/s: `TRIM` of `fw_motion.c` */
const TRIM = 0.1
const WHEELS_FROM_MIDDLE = BASE_GEOMETRY.wheels[0].distance
const STILL: Twist = { vx: 0, vy: 0, w: 0 }
/** without a pose nobody knows in which direction: to turn sweeps all of them */
const ANYWHERE: Twist = { vx: 0, vy: 0, w: (TRAVEL.vMax + TRIM) / WHEELS_FROM_MIDDLE }
