import type { StatusEvent } from '#runtime/status/status-event.js'
import type { Nanoseconds } from '#adapters/mcap/mcap-file.js'

/** The time of an event: on the recording's time line, and by the wall clock. */
export interface Moment {
  readonly log: Nanoseconds
  readonly publish: Nanoseconds
}

/**
 * The time line of one recording. A robot in real time uses the wall clock; a virtual one may run an episode in a
 * second, and playback should take as long as the episode did: its time line is the start plus the episode's clock.
 */
export class Timeline {
  readonly #begin: number
  readonly #fast: boolean
  /** ms of the episode's clock, the latest seen */
  #latest = 0

  /** @param begin wall clock, ms since the epoch */
  constructor(begin: number, pace: 'real' | 'fast') {
    this.#begin = begin
    this.#fast = pace === 'fast'
  }

  /**
   * @param at wall clock, ms since the epoch
   * @param t ms of the episode's clock, if the event has one
   */
  at(at: number, t?: number): Moment {
    if (t !== undefined && t > this.#latest) this.#latest = t
    const publish = nanoseconds(at)
    return { publish, log: this.#fast ? nanoseconds(this.#begin + (t ?? this.#latest)) : publish }
  }
}

/** The event's time on the episode's clock, ms, if it has one. */
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
      // a camera without an episode's clock reports 0
      return statusEvent.t > 0 ? statusEvent.t : undefined
    case 'log':
    case 'mode':
    case 'activity':
    case 'run':
    case 'tree':
    case 'alarm-acknowledged':
    case 'alarm-changed':
    case 'episode':
    case 'edit':
    case 'link':
    case 'health':
    case 'policy':
    case 'operator':
      return undefined
  }
}

/** Rounded to whole microseconds: neither clock is more precise. */
const nanoseconds = (ms: number): bigint => BigInt(Math.max(0, Math.round(ms * 1000))) * 1000n
