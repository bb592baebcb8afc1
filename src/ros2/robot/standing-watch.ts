import type { Clock } from '#base/clock.js'
import { fieldAt, type JsonObject } from '../bridge/json-object.js'
import type { StandingMapping } from '../mapping/mapping.js'

/** odometry older than this says nothing about now, ms */
const MAX_AGE_MS = 500
/** a single message may be the one before it begins to move */
const LEAST_MESSAGES = 3

/** Whether the base moves, as its odometry says; without odometry nothing is known, and nothing is claimed. */
export class StandingWatch {
  readonly #mapping: StandingMapping
  readonly #clock: Clock
  #heardAt = -Infinity
  #isSlow = false
  /** since when it has been slow, without a gap, and how many messages have said so */
  #slow = { since: Infinity, messages: 0 }

  constructor(mapping: StandingMapping, clock: Clock) {
    this.#mapping = mapping
    this.#clock = clock
  }

  receive(message: JsonObject): void {
    const now = this.#clock.now()
    const speeds = ['linear', 'angular'].map((part) => speedOf(message, part))
    const [linear, angular] = speeds
    // what cannot be read says nothing, and the last that could ages
    if (linear === undefined || angular === undefined) return
    const wasHeard = now - this.#heardAt <= MAX_AGE_MS
    this.#heardAt = now
    this.#isSlow = linear <= this.#mapping.linear && angular <= this.#mapping.angular
    if (!this.#isSlow) this.#slow = { since: Infinity, messages: 0 }
    else if (!wasHeard || this.#slow.messages === 0) this.#slow = { since: now, messages: 1 }
    else this.#slow = { ...this.#slow, messages: this.#slow.messages + 1 }
  }

  /** It is seen to move now. */
  get moves(): boolean {
    return this.#isFresh && !this.#isSlow
  }

  /** It was seen to stand ever since `since` (or later), for as long as that takes. @param since ms */
  hasStoodSince(since: number): boolean {
    const { since: slowSince, messages } = this.#slow
    const from = Math.max(since, slowSince)
    return (
      this.#isFresh &&
      this.#isSlow &&
      messages >= LEAST_MESSAGES &&
      this.#heardAt - from >= this.#mapping.forMs
    )
  }

  get #isFresh(): boolean {
    return this.#clock.now() - this.#heardAt <= MAX_AGE_MS
  }
}

/** The length of a vector of the twist, m/s or rad/s. */
function speedOf(message: JsonObject, part: string): number | undefined {
  const axes = ['x', 'y', 'z'].map((axis) => fieldAt(message, ['twist', 'twist', part, axis]))
  return axes.every((value) => typeof value === 'number' && Number.isFinite(value))
    ? Math.hypot(...(axes as number[]))
    : undefined
}
