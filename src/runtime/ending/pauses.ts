import type { Ms } from '#base/units.js'
import type { TraceEvent } from '#bt/trace.js'

/** When the robot stood because an operator held it: times of the episode's clock, ms, in order. */
export class Pauses {
  readonly #spans: { readonly from: number; to: number }[] = []

  /** It has stood for this period up to now. @returns whether a pause begins by it */
  stood(now: number, period: number): boolean {
    const last = this.#spans.at(-1)
    const begins = last === undefined || now - period > last.to
    if (begins) this.#spans.push({ from: now - period, to: now })
    else last.to = now
    return begins
  }

  /** How much of the time between the two moments was pause, ms. */
  between(from: number, to: number): number {
    return this.#spans.reduce(
      (sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)),
      0,
    )
  }

  /** The same events by a clock that stands during a pause: nobody is to be judged by the time that he was held. */
  without(events: readonly TraceEvent[]): readonly TraceEvent[] {
    if (this.#spans.length === 0) return events
    return events.map((event) => ({ ...event, t: (event.t - this.between(-Infinity, event.t)) as Ms }))
  }
}
