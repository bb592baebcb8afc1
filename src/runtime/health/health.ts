/**
 * A row of the health table: who must send heartbeats, and how often. The watchdog is fed only while every critical
 * row is green, so that a service whose loop still runs but whose work has stalled is restarted (as with the MAVLink
 * heartbeat: never sent from a thread that knows nothing of the rest).
 */
export interface HealthRow {
  readonly id: string
  /** `off`: not needed now; `warn`: late or failed, but the robot can do without it */
  readonly state: 'ok' | 'late' | 'failed' | 'warn' | 'off'
  /**
   * Whether the service is restarted if this row stays red. A red row that is not critical may bar motion instead: a
   * restart would fix nothing.
   */
  readonly critical: boolean
  /** since its last heartbeat, ms */
  readonly ageMs: number
  readonly deadlineMs: number
  readonly text: string
}

/** Handle with which a component reports its own health. */
export interface HealthHandle {
  /** heartbeat: all is well */
  beat(text?: string): void
  /** reports its own failure */
  fail(text: string): void
  /** no heartbeat is expected for now */
  off(text?: string): void
  /** ms since its last heartbeat; infinite if none is expected */
  sinceBeat(): number
}

export interface RowOptions {
  readonly deadlineMs: number
  readonly critical: boolean
  /** nothing may move without it, though the service keeps running */
  readonly barsMotion?: boolean
}

interface Entry extends RowOptions {
  last: number
  reported: 'ok' | 'failed' | 'off'
  text: string
}

export class Health {
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Adds a row, initially `off`.
   * @throws RangeError if the id is taken
   */
  row(id: string, options: RowOptions): HealthHandle {
    if (this.#entries.has(id)) throw new RangeError(`there is a health row ${id} already`)
    const entry: Entry = { ...options, last: this.#now(), reported: 'off', text: '' }
    this.#entries.set(id, entry)
    const report = (reported: Entry['reported'], text: string): void => {
      entry.last = this.#now()
      entry.reported = reported
      entry.text = text
    }
    return {
      beat: (text = '') => report('ok', text),
      fail: (text) => report('failed', text),
      off: (text = '') => report('off', text),
      sinceBeat: () => (entry.reported === 'ok' ? this.#now() - entry.last : Infinity),
    }
  }

  table(): readonly HealthRow[] {
    const now = this.#now()
    return [...this.#entries].map(([id, entry]) => {
      const { critical, barsMotion = false, deadlineMs, text } = entry
      const ageMs = Math.round(now - entry.last)
      const late = entry.reported === 'ok' && ageMs > deadlineMs
      const bad = entry.reported === 'failed' ? 'failed' : 'late'
      const state =
        entry.reported === 'off'
          ? 'off'
          : !late && entry.reported === 'ok'
            ? 'ok'
            : critical || barsMotion
              ? bad
              : 'warn'
      return { id, state, critical, ageMs, deadlineMs, text }
    })
  }

  /** Returns the rows that stop the watchdog from being fed; none if all is well. */
  red(): readonly HealthRow[] {
    return this.table().filter(({ critical, state }) => critical && (state === 'late' || state === 'failed'))
  }
}
