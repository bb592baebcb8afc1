import type { Clock } from '#base/clock.js'

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
