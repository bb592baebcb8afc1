import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { Timing } from '#runtime/timing/timing.js'
import { sayTiming } from '#app/command-line/words.js'
import type { HealthReporter } from './health-reporter.js'

/** between two percentile calculations, ms */
const LOOK_MS = 1000
/** how long a warning persists after its cause, ms */
const WARN_MS = 60_000

/** Two rows that only warn: how punctual the loops are, and how clean the line is. */
export class Quality {
  readonly #parts: QualityParts
  readonly #timing: Lately
  readonly #line: Lately
  #lookedAt = -Infinity

  constructor(parts: QualityParts) {
    this.#parts = parts
    this.#timing = new Lately(parts.now)
    this.#line = new Lately(parts.now)
  }

  look(): void {
    const { statusPublisher, healthReporter, timing, now } = this.#parts
    if (now() - this.#lookedAt < LOOK_MS) return
    this.#lookedAt = now()
    const { report } = timing
    statusPublisher.set({ timing: report })
    if (this.#timing.grew(report.stood + report.heartbeat.over120))
      healthReporter.fail('timing', sayTiming(report))
    else healthReporter.beat('timing')
    const { status, counters, degraded, last } = statusPublisher.status().link
    if (status === 'none' || counters === null) return healthReporter.off('line')
    const { badCobs, badCrc, badLength, oversize, unreadable, seqGaps } = counters
    const bad = badCobs + badCrc + badLength + oversize + unreadable + seqGaps
    if (this.#line.grew(bad + degraded)) healthReporter.fail('line', last === '' ? 'noise on the line' : last)
    else healthReporter.beat('line')
  }
}

interface QualityParts {
  readonly statusPublisher: StatusPublisher
  readonly healthReporter: HealthReporter
  readonly timing: Timing
  /** monotonic milliseconds */
  readonly now: () => number
}

/** Has a count grown recently? One that restarts has not. */
class Lately {
  readonly #now: () => number
  #count = 0
  #until = -Infinity

  constructor(now: () => number) {
    this.#now = now
  }

  grew(count: number): boolean {
    if (count > this.#count) this.#until = this.#now() + WARN_MS
    this.#count = count
    return this.#now() < this.#until
  }
}
