import { STOOD_MS, type Timing } from './timing.js'

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

/** Reports the first stall at once, and of those that follow soon the number and the longest. */
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

/** always reported: there cannot be many of these, ms */
const LONG_MS = 1000

const said = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
