import type { Pose } from '#base/field-map.js'
import { m, type Ms } from '#base/units.js'
import type { Telemetry } from '#link/messages.gen.js'
import { distance } from '#twin/field/places.js'
import { isSure } from '#twin/field/rules/shared-checks.js'
import type { PoseDeviation } from '#twin/field/world.js'
import type { CollisionMonitor } from '../obstacles/collision-monitor.js'
import type { PoseReport } from '../state-estimator.js'

/** Something that follows the pose besides the wheels, and corrects the controller's. */
export interface PoseWatch {
  readonly isLost: boolean
  /** of the gripper, while the robot is lost: where it stands, if that has been found out */
  readonly found: Pose | undefined
  readonly deviation: PoseDeviation
  /** whether a correction is on its way to the controller, or takes effect now */
  readonly isCorrecting: boolean
  readonly isInTheWay: Pick<CollisionMonitor, 'obstruction' | 'share'>
}

/**
 * Whether the robot knows its place: it loses it when its pose is not to be believed any more, and finds it again when
 * the controller has been told where it stands, says so itself, and what is seen agrees.
 */
export class PlaceKeeper {
  readonly #watch: PoseWatch | undefined
  readonly #setPose: (pose: Pose) => void
  #lost = false
  #lostAt = -Infinity
  /** where the controller was told that it stands, since it is lost, and when */
  #said: { readonly pose: Pose; readonly at: Ms } | undefined
  /** since when it has stood at a place that it knows */
  #standsSince = -Infinity

  /** @param watch without it the wheels are believed */
  constructor(watch: PoseWatch | undefined, setPose: (pose: Pose) => void) {
    this.#watch = watch
    this.#setPose = setPose
  }

  get report(): PoseReport {
    if (this.#watch === undefined) return { lost: false }
    const { deviation, isCorrecting } = this.#watch
    return { lost: this.#lost, deviation, corrected: isCorrecting }
  }

  /** Somebody says where it is. */
  placed(): void {
    this.#lost = false
  }

  moves(now: Ms): void {
    this.#standsSince = now
  }

  /** @param rests nothing moves it, and nothing is about to: only then can the controller be told where it is */
  look(telemetry: Telemetry, now: Ms, rests: boolean): 'lost' | 'found' | undefined {
    const watch = this.#watch
    if (watch === undefined) return undefined
    if (!this.#lost) {
      if (!watch.isLost) return undefined
      this.#lost = true
      this.#lostAt = now
      this.#said = undefined
      return 'lost'
    }
    if (watch.found !== undefined && rests) this.#say(watch.found, now)
    const isHeard = this.#said === undefined || isAt(telemetry, this.#said.pose)
    if (watch.isLost || !isHeard) return undefined
    this.#lost = false
    this.#standsSince = now
    return 'found'
  }

  /**
   * Whether a robot that stands is to wait: until it is known well enough where it is, and the controller knows it,
   * too.
   */
  waits(now: Ms): boolean {
    if (this.#watch === undefined) return false
    if (this.#lost) return now - this.#lostAt <= LONGEST_SEARCH_MS
    if (now - this.#standsSince > LONGEST_WAIT_MS) return false
    return !isSure(this.#watch.deviation) || this.#watch.isCorrecting
  }

  /** Says to the controller where it stands; again where that has not taken effect for a while. */
  #say(pose: Pose, at: Ms): void {
    if (this.#said !== undefined && at - this.#said.at <= SET_POSE_MS) return
    this.#said = { pose, at }
    this.#setPose(pose)
  }
}

/** a scanner needs a few turns, of which it makes ten a second */
const LONGEST_WAIT_MS = 1500
/** to come to a stand, to search, and to look whether it is right */
const LONGEST_SEARCH_MS = 4000
/** after which a pose that has not taken effect is set again */
const SET_POSE_MS = 500
/** the controller knows its pose to a millimetre, and the first correction may be in it already, metres */
const SAME_SPOT = 0.1

const isAt = ({ x, y }: Telemetry, pose: Pose): boolean => distance({ x: m(x), y: m(y) }, pose) < SAME_SPOT
