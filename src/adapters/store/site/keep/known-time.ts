/** The time state that is stored between two starts. */
export interface TimeNotes {
  /** trusted wall-clock time, milliseconds since the epoch */
  readonly known: number
  /** minimum lead of the wall clock in each of the last hours of uptime, oldest first, ms */
  readonly leads: readonly number[]
  /** elapsed time of the newest of these hours, ms */
  readonly ofHour: number
}

/**
 * The time by which retention measures age. It advances with the uptime of the service; a lead of the wall clock is
 * trusted only if the clock has been at least that far ahead throughout the last 24 hours of uptime. A clock that jumps
 * forwards for seconds or hours does not make data old, and one that is set back does not make data young again; after
 * a month off, a robot needs a day of operation before its data counts as a month older.
 */
export class KnownTime {
  #known: number
  #leads: number[]
  #ofHour: number
  #uptime: number

  /** @param uptime monotonic milliseconds with any origin */
  constructor(notes: TimeNotes, uptime: number) {
    this.#known = notes.known
    this.#leads = notes.leads.slice(-HOURS)
    this.#ofHour = notes.ofHour
    this.#uptime = uptime
  }

  /** Call periodically; the shorter the period, the shorter the clock jumps it detects. */
  observe(wall: number, uptime: number): void {
    const passed = Math.max(0, uptime - this.#uptime)
    this.#uptime = uptime
    this.#known += passed
    this.#ofHour += passed
    const lead = wall - this.#known
    const current = this.#leads.at(-1)
    if (current === undefined || this.#ofHour >= HOUR) {
      this.#ofHour = 0
      this.#leads = [...this.#leads, lead].slice(-HOURS)
    } else this.#leads[this.#leads.length - 1] = Math.min(current, lead)
    if (this.#leads.length < HOURS) return
    const sure = Math.min(...this.#leads)
    if (sure <= 0) return
    this.#known += sure
    this.#leads = this.#leads.map((each) => each - sure)
  }

  /** The earlier of the two clocks: data recorded before the wall clock was set back does not become old. */
  now(wall: number): number {
    return Math.min(this.#known, wall)
  }

  get notes(): TimeNotes {
    return { known: this.#known, leads: [...this.#leads], ofHour: this.#ofHour }
  }
}

const HOUR = 3_600_000
/** 24 complete hours and the current one */
const HOURS = 25
