/** What is kept of the time between two starts. */
export interface TimeNotes {
  /** wall clock that is believed, milliseconds since the epoch */
  readonly known: number
  /** for each of the last hours of uptime, the oldest first: by how much the wall clock was ahead, at least */
  readonly leads: readonly number[]
  /** of the newest of these hours, ms that have passed */
  readonly ofHour: number
}

/**
 * The time by which retention counts age. It goes on with the uptime of the service; by how much the wall
 * clock is ahead of it is believed only when the wall clock has said so, or more, all through the last 24
 * hours of uptime. A clock that jumps forwards for seconds or hours makes nothing old, one that is set back
 * makes nothing young again; a robot that was off for a month is believed to be a month older after a day of
 * work.
 */
export class KnownTime {
  #known: number
  #leads: number[]
  #ofHour: number
  #uptime: number

  /** @param uptime monotonic, milliseconds since anything */
  constructor(notes: TimeNotes, uptime: number) {
    this.#known = notes.known
    this.#leads = notes.leads.slice(-HOURS)
    this.#ofHour = notes.ofHour
    this.#uptime = uptime
  }

  /** To be called again and again; the more often, the shorter the jumps that are seen. */
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

  /** What both say has come: nothing is old that was recorded before the wall clock was set back. */
  now(wall: number): number {
    return Math.min(this.#known, wall)
  }

  get notes(): TimeNotes {
    return { known: this.#known, leads: [...this.#leads], ofHour: this.#ofHour }
  }
}

const HOUR = 3_600_000
/** and one more, which is not whole */
const HOURS = 25
