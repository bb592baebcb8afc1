import type { Ms } from '#base/units.js'

/** how long one `allow` lasts: a loop that hangs longer is not healthy */
const ALLOWANCE_MS = 100
/** however patient the driver is: its answers show how long the way takes */
const SLOWEST_MS = 100
const MAX_REMEMBERED = 256

/** The heartbeats of the host: sent while the reflex loop says that it is healthy, five within the driver's limit. */
export class HostBeats {
  #newest = 0
  #heard = 0
  #allowed = -Infinity
  #last = -Infinity
  #polled = 0
  /** when the heartbeats left that the driver has not yet heard; the first is number `#heard` + 1 */
  #unheard: number[] = []

  get newest(): number {
    return this.#newest
  }

  allow(now: Ms): void {
    this.#allowed = now
  }

  /** @param limit the driver's `heartbeatMs` @returns the number to send now, if one is due */
  due(now: Ms, limit: number): number | undefined {
    const period = Math.min(limit / 5, SLOWEST_MS)
    // the poll nearest to the due time: a real loop jitters
    const slack = Math.min(now - this.#polled, period / 2) / 2
    this.#polled = now
    if (now - this.#allowed > ALLOWANCE_MS || now - this.#last < period - slack) return undefined
    this.#last = now
    this.#unheard.push(now)
    // of more than these only the age of the oldest matters
    if (this.#unheard.length > MAX_REMEMBERED) this.#unheard.splice(1, 1)
    return ++this.#newest
  }

  /** @returns false if it says that it heard what was never sent, or less than before */
  heard(n: number): boolean {
    if (n > this.#newest || n < this.#heard) return false
    const kept = this.#newest - n
    this.#unheard = kept === 0 ? [] : this.#unheard.slice(-kept)
    this.#heard = n
    return true
  }

  /** How long the oldest heartbeat has been under way that the driver has not confirmed, ms. */
  unheardMs(now: Ms): number {
    const oldest = this.#unheard[0]
    return oldest === undefined ? 0 : now - oldest
  }
}
