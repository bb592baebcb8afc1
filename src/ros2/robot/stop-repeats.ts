import type { Clock } from '#base/clock.js'
import type { BridgeLink } from '../bridge/bridge-link.js'
import type { Mapping } from '../mapping/mapping.js'

/** until its effect is seen, or its time is over, a stop is said again this often, ms */
const AGAIN_MS = 200
/** after its time, as long as something is in doubt or moves, ms */
const LATER_MS = 1000

/**
 * When a stop is to be said once more. A bridge that is just taking a goal drops its cancel, and one that has just been
 * started does not find the services yet that a stop calls: what is said once may be lost.
 */
export class StopRepeats {
  readonly #clock: Clock
  readonly #stopMs: number
  #since: number | undefined
  #saidAt = -Infinity

  /** @param stopMs the time in which a stop must have its effect */
  constructor(clock: Clock, stopMs: number) {
    this.#clock = clock
    this.#stopMs = stopMs
  }

  /** A stop was said just now. */
  begin(): void {
    this.#since = this.#saidAt = this.#clock.now()
  }

  /** A command begins: what stopped the one before must not stop this one. */
  end(): void {
    this.#since = undefined
  }

  /** @param hasStoodSince it was seen to stand since then, ms  @param moves it moves, or may */
  isDue(hasStoodSince: (since: number) => boolean, moves: boolean): boolean {
    if (this.#since === undefined) return false
    const now = this.#clock.now()
    if (!moves && (this.isOver || hasStoodSince(this.#since))) this.end()
    else if (now - this.#saidAt >= (this.isOver ? LATER_MS : AGAIN_MS)) {
      this.#saidAt = now
      return true
    }
    return false
  }

  /** The time in which the stop must have its effect has passed. */
  get isOver(): boolean {
    return this.#since !== undefined && this.#clock.now() - this.#since >= this.#stopMs
  }
}

/**
 * Says on a new connection what a stop publishes, so that a stop finds its publishers. A topic that is first advertised
 * when it is published on has no subscriber yet in ROS, and the first messages on it are lost.
 */
export function advertiseStop(link: BridgeLink, { stop }: Mapping): void {
  for (const { topic, type } of stop.publish)
    link.send({ op: 'advertise', id: `graft:advertise:${topic}`, topic, type })
}

/**
 * Sends what a stop means on this robot, besides cancelling.
 * @param id of the calls, by their number; their answers end nothing
 */
export function sendStop(link: BridgeLink, { stop }: Mapping, id: (n: number) => string): void {
  for (const { topic, message } of stop.publish) link.send({ op: 'publish', topic, msg: message })
  for (const [n, { service, type, request }] of stop.call.entries())
    link.send({ op: 'call_service', id: id(n), service, type, args: request })
}
