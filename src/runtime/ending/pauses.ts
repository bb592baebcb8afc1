import type { Ms } from '#base/units.js'
import type { TraceEvent } from '#bt/trace.js'

/** Records when an operator held the robot: times of the episode's clock, ms, in order. */
export class Pauses {
  readonly #spans: { readonly from: number; to: number }[] = []

  /** the pause that has not ended yet */
  #open: { readonly from: number; to: number } | undefined

  /**
   * Records that the robot was held for `period` up to `now`, ms, or since the last call if the pause has not ended:
   * turns of a real loop are never exactly a period apart.
   * @returns whether this starts a new pause
   */
  recordHold(now: number, period: number): boolean {
    if (this.#open !== undefined) {
      this.#open.to = now
      return false
    }
    this.#open = { from: now - period, to: now }
    this.#spans.push(this.#open)
    return true
  }

  /** The robot is not held any more. */
  end(): void {
    this.#open = undefined
  }

  /** Returns how much of the interval was paused, ms. */
  between(from: number, to: number): number {
    return this.#spans.reduce(
      (sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)),
      0,
    )
  }

  /** Returns the events on a clock that stops during pauses: held time must not count against anybody. */
  without(events: readonly TraceEvent[]): readonly TraceEvent[] {
    if (this.#spans.length === 0) return events
    return events.map((event) => ({ ...event, t: (event.t - this.between(-Infinity, event.t)) as Ms }))
  }
}
