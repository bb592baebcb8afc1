import { rad } from '#base/units.js'
import { OdometryBit, type Odometry } from '#link/messages.gen.js'
import type { OdometryStep } from '#localisation/ports.js'

/** What one Odometry says: how far the wheels have turned since the one before, and whether it began anew. */
export interface OdometryReading {
  /** undefined for the first one, and for one that is not newer than the last */
  readonly step: OdometryStep | undefined
  /** the pose was set since the last one, or this is the first: by `x`, `y` and `theta` it is known where it began */
  readonly began: boolean
}

/**
 * From the controller's sums, which wrap, to steps. A lost message makes one longer step of two: the sums miss
 * nothing.
 */
export class OdometrySteps {
  #last: Odometry | undefined
  /** µs of the controller's clock, which does not wrap here */
  #tUs = 0

  read(odometry: Odometry): OdometryReading {
    const last = this.#last
    const dtUs = last === undefined ? 0 : (odometry.tUs - last.tUs) | 0
    if (last !== undefined && dtUs <= 0) return { step: undefined, began: false }
    this.#last = odometry
    this.#tUs = last === undefined ? odometry.tUs : this.#tUs + dtUs
    if (last === undefined) return { step: undefined, began: true }
    const turned = (wheel: 0 | 1 | 2) => rad(((odometry.turn[wheel] - last.turn[wheel]) | 0) * TURN)
    return {
      step: {
        tUs: this.#tUs,
        dtUs,
        turn: [turned(0), turned(1), turned(2)],
        standing: (odometry.flags & last.flags & OdometryBit.standing) !== 0,
      },
      began: odometry.epoch !== last.epoch,
    }
  }
}

/** what one of the wire's units is, radians */
const TURN = 1e-5
