import { Alarms, type AlarmChange } from '#learning/alarms.js'
import type { StepEvent } from '#learning/events.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import { changedAlarmRow, newAlarmRow } from './rows.js'
import type { Sql } from './writer/jobs.js'

/** What has become of an alarm; who has acknowledged it is known to the store alone. */
export interface StoredChange {
  readonly what: AlarmChange['what']
  readonly alarm: Omit<StatusAlarm, 'acknowledged'>
}

/** The alarms of a run, as its steps raise, repeat and close them; those left open by earlier runs close here too. */
export class RunAlarms {
  readonly #run: string
  readonly #now: () => number
  readonly #alarms: Alarms
  readonly #known: Map<string, Omit<StatusAlarm, 'acknowledged'>>
  readonly #numbers = new Map<number, number>()

  constructor(options: {
    readonly run: string
    /** wall clock, milliseconds since the epoch */
    readonly now: () => number
    /** those whose cause lasts, of this run and of earlier ones */
    readonly lasting: readonly StatusAlarm[]
    /** ids that alarms of this run have already */
    readonly taken: readonly string[]
  }) {
    const { run, lasting } = options
    this.#run = run
    this.#now = options.now
    this.#known = new Map(lasting.map((alarm) => [alarm.id, alarm]))
    for (const id of options.taken) {
      const [episode = 0, number = 0] = id.split('/').slice(-2).map(Number)
      this.#numbers.set(episode, Math.max(number, this.#numbers.get(episode) ?? 0))
    }
    this.#alarms = new Alarms(
      (episode) => this.#newId(episode),
      lasting.map(({ id, record, causes = record.reasons, count = 1 }) => ({
        ...{ id, record, causes, count, first: record, closed: null },
      })),
    )
  }

  /** @returns what changes by this step, and the rows that say so */
  step(
    episode: number,
    step: StepEvent,
  ): { readonly changes: readonly StoredChange[]; readonly sql: readonly Sql[] } {
    const changes = this.#alarms.step(episode, step).map((change) => this.#stored(episode, change))
    const sql = changes.map(({ what, alarm }) =>
      what === 'raised' ? newAlarmRow(alarm) : changedAlarmRow(alarm),
    )
    return { changes, sql }
  }

  #stored(episode: number, { what, alarm }: AlarmChange): StoredChange {
    const at = this.#now()
    const { id, causes, record, count } = alarm
    const known = this.#known.get(id)
    const stored = {
      ...{ id, run: known?.run ?? this.#run, episode: known?.episode ?? episode, at: known?.at ?? at },
      ...{ record, causes, count, last: what === 'closed' ? (known?.last ?? at) : at },
      closed: alarm.closed === null ? null : { at, why: alarm.closed },
    }
    this.#known.set(id, stored)
    return { what, alarm: stored }
  }

  #newId(episode: number): string {
    const number = (this.#numbers.get(episode) ?? 0) + 1
    this.#numbers.set(episode, number)
    return `${this.#run}/${episode}/${number}`
  }
}
