import { Alarms, type AlarmChange } from '#learning/alarms.js'
import type { StepEvent } from '#learning/events.js'
import type { StatusAlarm } from './service-status.js'

/** What has become of an alarm; who has acknowledged it is known to the store alone. */
export interface StoredChange {
  readonly what: AlarmChange['what']
  readonly alarm: Omit<StatusAlarm, 'acknowledged'>
}

export interface RunAlarmsOptions {
  readonly run: string
  /** wall clock, milliseconds since the epoch */
  readonly now: () => number
  /** alarms so far: those whose cause lasts, of any run, and all of this one */
  readonly stored: readonly StatusAlarm[]
}

/** The alarms of a run, as its steps raise, repeat and close them; those left open by earlier runs close here too. */
export class RunAlarms {
  readonly #run: string
  readonly #now: () => number
  readonly #alarms: Alarms
  readonly #known: Map<string, Omit<StatusAlarm, 'acknowledged'>>
  readonly #numbers = new Map<number, number>()

  readonly #onChange: (change: StoredChange) => void

  /** @param onChange hears when an alarm is raised, raised again or over */
  constructor(options: RunAlarmsOptions, onChange: (change: StoredChange) => void = () => undefined) {
    this.#onChange = onChange
    const { run, stored } = options
    const lasting = stored.filter(({ closed = null }) => closed === null)
    this.#run = run
    this.#now = options.now
    this.#known = new Map(lasting.map((alarm) => [alarm.id, alarm]))
    for (const { id } of stored.filter((alarm) => alarm.run === run)) {
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

  /** @returns what changes by this step */
  step(episode: number, step: StepEvent): readonly StoredChange[] {
    const changes = this.#alarms.step(episode, step).map((change) => this.#stored(episode, change))
    for (const change of changes) this.#onChange(change)
    return changes
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
