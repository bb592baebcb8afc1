import type { Ms } from '#base/units.js'
import type { TraceEvent } from '#bt/trace.js'

/** Records when an operator held the robot: times of the episode's clock, ms, in order. */
export class Pauses {
  readonly #spans: { readonly from: number; to: number }[] = []

  /**
   * Records that the robot was held for `period` up to `now`, ms.
   * @returns whether this starts a new pause
   */
  recordHold(now: number, period: number): boolean {
    const last = this.#spans.at(-1)
    const begins = last === undefined || now - period > last.to
    if (begins) this.#spans.push({ from: now - period, to: now })
    else last.to = now
    return begins
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
