import { ms, type Ms } from './units.js'

/** Time is injected: virtual on the virtual robot, monotonic on a real one. */
export interface Clock {
  now(): Ms
}

/** A clock that moves only when `advance` is called. */
export class VirtualClock implements Clock {
  #now = 0

  now(): Ms {
    return ms(this.#now)
  }

  /** @param by milliseconds, finite and not negative */
  advance(by: number): void {
    if (!(by >= 0 && Number.isFinite(by))) throw new RangeError(`cannot advance a clock by ${by} ms`)
    this.#now += by
  }
}
