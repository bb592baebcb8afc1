/**
 * The health table: who must show a sign of life, and how often. The watchdog is fed only while every row
 * that matters is green, so that a service whose loop still turns but whose work stands still is restarted
 * (MAVLink heartbeat: never from a thread that does not know of the rest).
 */
export interface HealthRow {
  readonly id: string
  /** `off`: not needed now; `warn`: late or failed, and the robot can do without it */
  readonly state: 'ok' | 'late' | 'failed' | 'warn' | 'off'
  /**
   * Is the service restarted when it stays red? One that is red and not critical bars motion: a restart
   * mends nothing.
   */
  readonly critical: boolean
  /** since its last sign of life, ms */
  readonly ageMs: number
  readonly deadlineMs: number
  readonly text: string
}

/** One row, in the hands of the one that it speaks of. */
export interface HealthSign {
  /** a sign of life: all is well */
  beat(text?: string): void
  /** it has failed, and says so itself */
  fail(text: string): void
  /** nothing is expected of it for now */
  off(text?: string): void
  /** ms since its last sign of life; infinite when nothing is expected of it */
  sinceBeat(): number
}

export interface RowOptions {
  readonly deadlineMs: number
  readonly critical: boolean
  /** nothing may move without it, though the service goes on */
  readonly barsMotion?: boolean
}

interface Entry extends RowOptions {
  last: number
  said: 'ok' | 'failed' | 'off'
  text: string
}

export class Health {
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds a row, which begins `off`. @throws RangeError when there is one of that id */
  row(id: string, options: RowOptions): HealthSign {
    if (this.#entries.has(id)) throw new RangeError(`there is a health row ${id} already`)
    const entry: Entry = { ...options, last: this.#now(), said: 'off', text: '' }
    this.#entries.set(id, entry)
    const say = (said: Entry['said'], text: string): void => {
      entry.last = this.#now()
      entry.said = said
      entry.text = text
    }
    return {
      beat: (text = '') => say('ok', text),
      fail: (text) => say('failed', text),
      off: (text = '') => say('off', text),
      sinceBeat: () => (entry.said === 'ok' ? this.#now() - entry.last : Infinity),
    }
  }

  table(): readonly HealthRow[] {
    const now = this.#now()
    return [...this.#entries].map(([id, entry]) => {
      const { critical, barsMotion = false, deadlineMs, text } = entry
      const ageMs = Math.round(now - entry.last)
      const late = entry.said === 'ok' && ageMs > deadlineMs
      const bad = entry.said === 'failed' ? 'failed' : 'late'
      const state =
        entry.said === 'off'
          ? 'off'
          : !late && entry.said === 'ok'
            ? 'ok'
            : critical || barsMotion
              ? bad
              : 'warn'
      return { id, state, critical, ageMs, deadlineMs, text }
    })
  }

  /** Rows that keep the watchdog from being fed; none when all is well. */
  red(): readonly HealthRow[] {
    return this.table().filter(({ critical, state }) => critical && (state === 'late' || state === 'failed'))
  }
}
