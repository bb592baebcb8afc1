import { STALL_MS, type Timing } from './timing.js'

const PERIOD_MS = 20
/** for this long after a reported stall, further ones are only counted */
const QUIET_MS = 10_000

/**
 * Measures the lag of the event loop with a timer of its own, by the wall clock whatever other clocks are in use, and
 * reports each stall once, with its length.
 * @returns a function that stops it
 */
export function watchEventLoop(
  timing: Timing,
  report: (text: string) => void,
  now: () => number = () => performance.now(),
): () => void {
  const stalls = new StallReporter(report)
  let due = now() + PERIOD_MS
  const timer = setInterval(() => {
    const at = now()
    const late = Math.max(0, at - due)
    due = at + PERIOD_MS
    timing.late(late)
    stalls.record(at, late)
  }, PERIOD_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Reports the first stall at once, and of those that follow soon the number and the longest. */
export class StallReporter {
  readonly #report: (text: string) => void
  #quietUntil = -Infinity
  #suppressed = 0
  #longest = 0

  constructor(report: (text: string) => void) {
    this.#report = report
  }

  record(at: number, late: number): void {
    if (this.#suppressed > 0 && at >= this.#quietUntil) {
      const again = this.#suppressed === 1 ? 'once more' : `${this.#suppressed} more times`
      this.#report(`event loop stalled ${again}, for up to ${formatDuration(this.#longest)}`)
      this.#suppressed = 0
      this.#longest = 0
      this.#quietUntil = at + QUIET_MS
    }
    if (late <= STALL_MS) return
    if (at < this.#quietUntil && late < ALWAYS_REPORTED_MS) {
      this.#suppressed++
      this.#longest = Math.max(this.#longest, late)
      return
    }
    this.#quietUntil = at + QUIET_MS
    this.#report(`event loop stalled for ${formatDuration(late)}: no reads, checks or sends`)
  }
}

/** always reported: there cannot be many of these, ms */
const ALWAYS_REPORTED_MS = 1000

const formatDuration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
