import type { Mask, Pose, Slot, ZoneId } from '#base/field-map.js'
import type { Metres, Ms, Radians } from '#base/units.js'

/**
 * The twin's belief about the world: symbolic, updated by predictions and overwritten by sensors. `rev` increases with
 * each change, so that a permit can be bound to the exact state for which it was issued.
 */
export interface WorldState {
  readonly rev: number
  readonly clock: Ms
  readonly robot: {
    readonly place: Place | 'between'
    readonly pose: Pose
    /** how sure the pose is; absent where nothing estimates that, as in a plan */
    readonly deviation?: PoseDeviation
    readonly moving: boolean
    readonly estop: boolean
    readonly linkUp: boolean
  }
  readonly gripper: {
    readonly cups: Cups
    readonly lift: 'up' | 'down' | 'between'
    /** the end where the rotator was last seen; full travel to the other end turns blocks upside down */
    readonly rotator: {
      readonly end: 0 | 1
      /** it is between its ends: moving, or halted there by a stop */
      readonly turning: boolean
      /** cups of the turn that put it there; absent when unknown */
      readonly mask?: Mask
    }
  }
  readonly zones: ReadonlyMap<ZoneId, ZoneBelief>
  readonly shelf: 'init' | 'target' | 'unknown'
}

/** Standard deviations of a pose: of its place where that is least sure, and of its heading. */
export interface PoseDeviation {
  readonly place: Metres
  readonly heading: Radians
}

export type Place =
  { readonly kind: 'zone'; readonly zone: ZoneId } | { readonly kind: 'home' } | { readonly kind: 'shelf' }
/** what each cup holds: a block with its origin (`from` 0: unknown), or nothing */
export type Cups = readonly [Held, Held, Held, Held]
export type Held = { readonly from: ZoneId; readonly slot: Slot; readonly face: Face } | null
/** upward face; orange up is wrong side up (vrl.txt IV.B) */
export type Face = 'blue' | 'orange' | 'unknown'

export interface ZoneBelief {
  readonly slots: readonly [SlotBelief, SlotBelief, SlotBelief, SlotBelief]
}
export type SlotBelief = { readonly face: Face } | null

/** One symbolic actuation: what a permit is issued for. */
export type Command = MotionCommand | VelocityCommand

/** A command that ends by itself; plans consist of these. Geometry comes from the robot's own map. */
export type MotionCommand =
  | { readonly kind: 'move'; readonly to: Place; readonly pose: Pose }
  | { readonly kind: 'grip'; readonly zone: ZoneId; readonly mask: Mask }
  | { readonly kind: 'release'; readonly zone: ZoneId; readonly mask: Mask }
  | { readonly kind: 'rotate'; readonly mask: Mask }
  | { readonly kind: 'push'; readonly from: Pose; readonly to: Pose }

/** One manual-drive setpoint: in the robot's frame, expires after `ttl` unless another follows. */
export interface VelocityCommand {
  readonly kind: 'jog'
  /** forward, m/s */
  readonly vx: number
  /** to the left, m/s */
  readonly vy: number
  /** counter-clockwise, rad/s */
  readonly wz: number
  readonly ttl: Ms
}
