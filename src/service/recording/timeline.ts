import type { StatusEvent } from '#runtime/status/status-event.js'
import type { Nanoseconds } from '#adapters/mcap/mcap-file.js'

/** When something happened: on the recording's time line, and by the clock on the wall. */
export interface Moment {
  readonly log: Nanoseconds
  readonly publish: Nanoseconds
}

/**
 * The time line of one recording. A robot in real time lives by the clock on the wall; a virtual one may
 * live an episode in a second, and who plays it back wants to see it as long as it was: its time line is the
 * begin plus the episode's clock.
 */
export class Timeline {
  readonly #begin: number
  readonly #fast: boolean
  /** ms of the episode's clock, the latest that was heard of */
  #latest = 0

  /** @param begin wall clock, ms since the epoch */
  constructor(begin: number, pace: 'real' | 'fast') {
    this.#begin = begin
    this.#fast = pace === 'fast'
  }

  /**
   * @param at wall clock, ms since the epoch
   * @param t ms of the episode's clock, when the news has one
   */
  at(at: number, t?: number): Moment {
    if (t !== undefined && t > this.#latest) this.#latest = t
    const publish = nanoseconds(at)
    return { publish, log: this.#fast ? nanoseconds(this.#begin + (t ?? this.#latest)) : publish }
  }
}

/** When it happened by the episode's clock, ms, if it says so. */
export function timeOf(statusEvent: StatusEvent): number | undefined {
  switch (statusEvent.kind) {
    case 'node':
      return statusEvent.event.t
    case 'refusal':
      return statusEvent.refusal.t
    case 'alarm':
      return statusEvent.record.t
    case 'step':
    case 'pose':
      return statusEvent.t
    case 'picture':
      // a camera that knows no episode's clock says 0
      return statusEvent.t > 0 ? statusEvent.t : undefined
    case 'log':
    case 'mode':
    case 'activity':
    case 'run':
    case 'tree':
    case 'alarm-acknowledged':
    case 'episode':
    case 'edit':
    case 'link':
    case 'health':
    case 'policy':
    case 'operator':
      return undefined
  }
}

/** Whole microseconds are kept: more than that neither clock knows. */
const nanoseconds = (ms: number): bigint => BigInt(Math.max(0, Math.round(ms * 1000))) * 1000n
