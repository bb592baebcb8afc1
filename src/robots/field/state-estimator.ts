import type { FieldMap, Mask, Pose, ZoneId } from '#base/field-map.js'
import { m, rad, type Ms } from '#base/units.js'
import type { Telemetry } from '#link/messages.gen.js'
import { initialBelief, next, withFaces } from '#twin/field/belief.js'
import type { Drift, Observation } from '#twin/field/observation.js'
import { observe } from '#twin/field/observe.js'
import type { Command, WorldState } from '#twin/field/world.js'
import { readBody } from './body.js'

export type PoseReport = Pick<Observation, 'deviation' | 'corrected'> & { readonly lost: boolean }

/**
 * The belief about the world, updated from telemetry. Until the robot is localised, and while it is lost, its pose is
 * NaN.
 */
export class StateEstimator {
  readonly #map: FieldMap
  readonly #onDrifts: (drifts: readonly Drift[]) => void
  #state: WorldState
  #holding: Mask = '0000'
  #localised = false

  /** @param onDrifts called with the drifts of one frame, after the belief has been updated */
  constructor(map: FieldMap, onDrifts: (drifts: readonly Drift[]) => void) {
    this.#map = map
    this.#onDrifts = onDrifts
    this.#state = withUnknownPose(initialBelief(map))
  }

  get state(): WorldState {
    return this.#state
  }

  /**
   * Starts a new episode on a freshly set up field; the revision keeps counting, so that no old permit matches. The
   * rotator keeps its actual position: from halfway, only the interrupted turn can be completed.
   * @param laid false where a robot goes on from where it was left: nobody knows whether it has pushed the shelf
   */
  restart(laid: boolean): void {
    const { gripper, rev } = this.#state
    const fresh = initialBelief(this.#map)
    const rotator = { ...fresh.gripper, rotator: gripper.rotator }
    this.#state = { ...fresh, rev: rev + 1, gripper: rotator, ...(!laid && { shelf: 'unknown' }) }
    this.#localised = true
  }

  /** Somebody has laid the field again; robot and gripper stay as the sensors last showed them. */
  resetField(): void {
    const { zones, shelf } = initialBelief(this.#map)
    this.#state = next(this.#state, { zones, shelf })
  }

  /** Marks the pose as no longer trustworthy. */
  forget(): void {
    this.#state = withUnknownPose(this.#state)
    this.#localised = false
  }

  /**
   * @param pose what something besides the wheels says of the pose in the telemetry; `lost`: it is not to be believed
   * @param running the command in progress, if any: it explains the readings
   */
  take(
    telemetry: Telemetry,
    now: Ms,
    { linkUp, pose: { lost, ...pose } }: { readonly linkUp: boolean; readonly pose: PoseReport },
    running: Command | undefined,
  ): void {
    const body = { ...readBody(telemetry, now, this.#holding, linkUp), ...pose }
    this.#holding = body.holding
    // what is picked up or falls at a place that is not known belongs to no zone
    const [before, seen] = lost
      ? [withUnknownPose(this.#state), { ...body, pose: NOWHERE }]
      : [this.#state, body]
    const { state, drifts } = observe(before, seen, this.#map, running)
    this.#state = this.#localised ? state : withUnknownPose(state)
    if (this.#localised && drifts.length > 0) this.#onDrifts(drifts)
  }

  believeFaces(zone: ZoneId, orange: Mask): void {
    this.#state = withFaces(this.#state, zone, orange)
  }
}

const NOWHERE: Pose = { x: m(NaN), y: m(NaN), theta: rad(NaN) }

function withUnknownPose(state: WorldState): WorldState {
  const pose = { ...state.robot.pose, x: m(NaN), y: m(NaN) }
  return next(state, { robot: { ...state.robot, place: 'between', pose } })
}
