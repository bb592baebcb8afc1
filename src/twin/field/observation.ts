import type { Mask, Pose, Slot } from '#base/field-map.js'
import type { Ms } from '#base/units.js'
import type { Held, Place, PoseDeviation, WorldState } from './world.js'

/** Sensor readings, once per telemetry period. Contains nothing about any command. */
export interface Observation {
  readonly t: Ms
  readonly pose: Pose
  /** how sure the pose is, where something estimates that */
  readonly deviation?: PoseDeviation
  /** the pose is being corrected by what was measured from outside: it changes though nothing moves */
  readonly corrected?: boolean
  readonly moving: boolean
  /** cups with vacuum under them */
  readonly holding: Mask
  readonly lift: WorldState['gripper']['lift']
  readonly rotator: 0 | 1 | 'between'
  /** the front bumper is pressed */
  readonly bumper: boolean
  readonly estop: boolean
  readonly linkUp: boolean
}

export interface Observed {
  readonly state: WorldState
  readonly drifts: readonly Drift[]
}

/** The world deviates from the twin's prediction (MOD-14); the belief already follows the sensors. */
export type Drift =
  | {
      readonly kind: 'block-lost'
      readonly t: Ms
      readonly cup: Slot
      readonly held: Held
      readonly text: string
    }
  | { readonly kind: 'block-gained'; readonly t: Ms; readonly cup: Slot; readonly text: string }
  | { readonly kind: 'displaced'; readonly t: Ms; readonly from: Place; readonly text: string }
