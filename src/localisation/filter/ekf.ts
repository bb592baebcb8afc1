import type { Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { OdometryStep, PoseCovariance, PoseEstimate, PoseFix } from '#localisation/ports.js'
import { History } from './history.js'
import { BASE_GEOMETRY, kinematicsOf, type BaseGeometry } from './kinematics.js'
import { FILTER_PARAMETERS, type FilterParameters } from './parameters.js'
import { seenAt, type SurePose } from './pose-covariance.js'
import { qualityOf } from './quality.js'
import { initialState, placed, surePoseOf, type FilterModel } from './state.js'
import type { FixJudgement } from './update.js'

/**
 * Where the robot is, from its wheels, its gyro and fixes from outside: an extended Kalman filter over the pose of
 * the body's middle, the scale errors of the three wheels, the bias of the gyro and the angle at which the scanner is
 * mounted (Thrun, Burgard, Fox, Probabilistic Robotics, §3.3 and §7.4). The scales are in the state since slip that is
 * drawn once a move, like a wrong radius, is a bias and no noise: a filter over the pose alone would grow too sure with
 * every step.
 *
 * The same calls in the same order give the same answers; nothing here reads a clock or draws a number.
 */
export class PoseFilter {
  readonly #model: FilterModel
  readonly #history: History

  /** @throws RangeError for a base whose wheels cannot move it in all three directions */
  constructor(options: { readonly geometry?: BaseGeometry; readonly parameters?: FilterParameters } = {}) {
    const { geometry = BASE_GEOMETRY, parameters = FILTER_PARAMETERS } = options
    this.#model = { kinematics: kinematicsOf(geometry), gripper: geometry.gripper, parameters }
    this.#history = new History(this.#model, initialState(parameters))
  }

  /**
   * The robot stands here, as of the newest step: somebody has found it. Ends every doubt; fixes for moments before
   * are too old from now on.
   *
   * @param pose of the body's middle, in the field's frame
   */
  place(pose: Pose, covariance: PoseCovariance): void {
    this.#history.restart(placed(this.#history.newest, { pose, covariance }))
  }

  /**
   * @throws RangeError for a step that does not end after the one before, that took no time, or that is not finite: a
   *   bug of the caller, which joins what was lost on the way to one longer step
   */
  odometry(step: OdometryStep): void {
    const { tUs, dtUs, turn, yaw = 0 } = step
    const finite = [tUs, dtUs, ...turn, yaw].every(Number.isFinite)
    if (!finite || !(dtUs > 0) || !(tUs > this.#history.newest.tUs))
      throw new RangeError(`no step after ${this.#history.newest.tUs} µs: ${JSON.stringify(step)}`)
    this.#history.push(step)
  }

  /**
   * Takes a fix for a moment within the last 1.5 s, up to 5 ms ahead of the newest step; one that is ahead takes
   * effect with the next step. The judgement is that of now: a fix for an earlier moment that arrives later can still
   * change it, as if both had come in order of time. Before the robot is placed every fix is too old: a single fix
   * does not say which of several alike places it shows.
   */
  fix(fix: PoseFix): FixJudgement {
    if (this.#history.newest.watch === undefined) return { kind: 'too-old' }
    return this.#history.insert(fix)
  }

  /**
   * The body's middle at a moment of the last 1.5 s, by all that is known now. Undefined: it is older, no step has
   * reached it yet, or the robot was not placed by then.
   */
  bodyAt(tUs: number): SurePose | undefined {
    const state = this.#history.at(tUs)
    return state?.watch === undefined ? undefined : surePoseOf(state)
  }

  /**
   * Of the gripper's centre, as of the newest step. Before the robot is placed its numbers are NaN, and infinite
   * variances: a wrong place would look like a place.
   */
  estimate(): PoseEstimate {
    const state = this.#history.newest
    const { trackingUs } = this.#model.parameters.quality
    const quality = qualityOf(state.watch, state.tUs, { fixedUs: state.fixedUs, trackingUs })
    if (quality === 'unknown') return { tUs: state.tUs, pose: NOWHERE, covariance: UNSURE, quality }
    return { tUs: state.tUs, ...seenAt(surePoseOf(state), this.#model.gripper), quality }
  }
}

const NOWHERE: Pose = { x: m(NaN), y: m(NaN), theta: rad(NaN) }
const UNSURE: PoseCovariance = { xx: Infinity, xy: 0, xt: 0, yy: Infinity, yt: 0, tt: Infinity }
