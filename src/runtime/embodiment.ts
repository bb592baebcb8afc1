import type { Clock } from '../base/clock.js'
import type { Ms } from '../base/units.js'
import type { ByteStream } from '../link/byte-stream.js'
import type { Camera } from '../mind/ports.js'
import type { EpisodeFacts } from '../learning/facts.js'

/**
 * A robot to run an episode on. Virtual and real ones differ in the byte stream and in the camera (law 6); pace and
 * clock follow from those: virtual time goes on only when `pace` is called.
 */
export interface Embodiment {
  readonly stream: ByteStream
  readonly camera: Camera
  readonly clock: Clock
  /** Virtual: models and cameras take no time, because time stands while they work (AMB-39). */
  readonly virtual: boolean
  /** Lets this much time pass. */
  pace(period: Ms): Promise<void>
  /** What the referee says at this moment. */
  facts(): EpisodeFacts
  close(): void
}

/** Period of the reflex loop: 50 Hz. */
export const REFLEX_PERIOD = 20 as Ms
