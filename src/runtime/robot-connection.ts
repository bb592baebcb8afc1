import type { Clock } from '#base/clock.js'
import type { Ms } from '#base/units.js'
import type { ByteStream } from '#link/byte-stream.js'
import type { Camera } from '#learning/ports.js'
import type { ScannerPort } from '#robots/field/pose/pose-corrector.js'
import type { FieldOutcome } from '#learning/field-score.js'
import type { Witnessed } from './episode-task.js'
import type { WorldState } from '#twin/field/world.js'

/**
 * A robot to run an episode on. Virtual and real robots differ in the byte streams and the camera (law 6); pace and
 * clock follow from those: virtual time advances only when `pace` is called.
 */
export interface RobotConnection {
  readonly stream: ByteStream
  readonly camera: Camera
  /** the laser scanner, if there is one: the pose is corrected by it */
  readonly scanner?: ScannerPort
  readonly clock: Clock
  /**
   * Monotonic ms of the wall clock, where `clock` may lag behind it (a virtual robot in real time); by default
   * `clock`.
   */
  readonly wall?: () => number
  /** Virtual: models and cameras take no time, because time stands still while they work (AMB-39). */
  readonly virtual: boolean
  /** Lets this much time pass. */
  pace(period: Ms): Promise<void>
  /** The referee's result so far: ground truth on a virtual robot, the sensors' belief on a real one. */
  outcome(world: WorldState, witnessed: Witnessed & { readonly leftHome: boolean }): FieldOutcome
  close(): void
}

/** Period of the reflex loop: 50 Hz. */
export const REFLEX_PERIOD = 20 as Ms
