import { STOOD_MS, type Timing } from './timing.js'

const PERIOD_MS = 20
/** an incident that is told keeps those of this time after it to a count */
const QUIET_MS = 10_000

/**
 * Measures how late the event loop comes to a timer of its own, by the wall clock and whatever else has time
 * of its own, and tells each time that it stood, once and with its length. @returns ends it
 */
export function watchEventLoop(
  timing: Timing,
  tell: (text: string) => void,
  now: () => number = () => performance.now(),
): () => void {
  const incidents = new Incidents(tell)
  let due = now() + PERIOD_MS
  const timer = setInterval(() => {
    const at = now()
    const late = Math.max(0, at - due)
    due = at + PERIOD_MS
    timing.late(late)
    incidents.look(at, late)
  }, PERIOD_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** The first one at once; of those that follow soon, how many and the longest. */
export class Incidents {
  readonly #tell: (text: string) => void
  #quietUntil = -Infinity
  #held = 0
  #longest = 0

  constructor(tell: (text: string) => void) {
    this.#tell = tell
  }

  look(at: number, late: number): void {
    if (this.#held > 0 && at >= this.#quietUntil) {
      this.#tell(`the event loop stood ${this.#held} times more, for ${said(this.#longest)} at the longest`)
      this.#held = 0
      this.#longest = 0
      this.#quietUntil = at + QUIET_MS
    }
    if (late <= STOOD_MS) return
    if (at < this.#quietUntil && late < LONG_MS) {
      this.#held++
      this.#longest = Math.max(this.#longest, late)
      return
    }
    this.#quietUntil = at + QUIET_MS
    this.#tell(`the event loop stood for ${said(late)}: nothing was read, judged or sent meanwhile`)
  }
}

/** is told in any case: there cannot be many of these, ms */
const LONG_MS = 1000

const said = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
