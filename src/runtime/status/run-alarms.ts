import { Alarms, severityOf, type AlarmChange } from '#learning/alarms.js'
import type { StepEvent } from '#learning/events.js'
import { raisedAt, type StatusAlarm } from './service-status.js'

/** What has become of an alarm; who has acknowledged it is known to the store alone. */
export interface StoredChange {
  readonly what: AlarmChange['what']
  readonly alarm: Untold
  /** what it was before the episode: a resumed run plays that one again, where it was not finished */
  readonly before?: AlarmBefore
}

export interface AlarmBefore extends Pick<StatusAlarm, 'record'> {
  /** the episode that has changed it */
  readonly run: string
  readonly episode: number
  readonly life: Life
}

type Untold = Omit<StatusAlarm, 'acknowledged'>
type Life = Pick<StatusAlarm, 'causes' | 'count' | 'worst' | 'last' | 'closed' | 'first' | 'newest'>

export interface RunAlarmsOptions {
  readonly run: string
  /** wall clock, milliseconds since the epoch */
  readonly now: () => number
  /** alarms so far: those whose cause lasts, of any run, and all of this one */
  readonly stored: readonly StatusAlarm[]
  /** numbers of new ones come after it, where those so far are not known. Default 0 */
  readonly after?: number
}

/** The alarms of a run, as its steps raise, repeat and close them; those of earlier runs that last close here too. */
export class RunAlarms {
  readonly #run: string
  readonly #now: () => number
  readonly #alarms: Alarms
  readonly #known: Map<string, Untold>
  readonly #before = new Map<string, AlarmBefore>()
  readonly #numbers = new Map<number, number>()
  readonly #after: number

  readonly #onChange: (change: StoredChange) => void

  /** @param onChange hears when an alarm is raised, raised again or over */
  constructor(options: RunAlarmsOptions, onChange: (change: StoredChange) => void = () => undefined) {
    this.#onChange = onChange
    const { run, stored, after = 0 } = options
    this.#after = after
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
      lasting.map((alarm) => {
        const { id, record, causes = record.reasons, count = 1, worst = severityOf(record) } = alarm
        // no call of it counts: its episode is played again, and only its acknowledgement was kept
        const again = alarm.run === run && count === 0 ? { episode: alarm.episode } : {}
        return { ...{ id, record, causes, count, worst, closed: null }, ...again }
      }),
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
    const { id, causes, record, count, worst } = alarm
    const known = this.#known.get(id)
    const before = known && this.#beforeThis(episode, known)
    const here = { run: this.#run, episode, t: record.t }
    const newest = what === 'closed' ? known?.newest : here
    const stored = {
      ...{ id, run: known?.run ?? this.#run, episode: known?.episode ?? episode, at: known?.at ?? at },
      ...{ record, causes, count, worst, last: what === 'closed' ? (known?.last ?? at) : at },
      closed: alarm.closed === null ? null : { at, why: alarm.closed },
      first: known === undefined ? here : raisedAt(known),
      ...(newest && { newest }),
    }
    this.#known.set(id, stored)
    return { what, alarm: stored, ...(before && { before }) }
  }

  /** As it was before this episode; undefined for an alarm that was raised in it. */
  #beforeThis(episode: number, known: Untold): AlarmBefore | undefined {
    const run = this.#run
    if (known.run === run && known.episode === episode) return undefined
    const kept = this.#before.get(known.id)
    if (kept?.episode === episode) return kept
    const before = { run, episode, record: known.record, life: lifeOf(known) }
    this.#before.set(known.id, before)
    return before
  }

  #newId(episode: number): string {
    const number = (this.#numbers.get(episode) ?? this.#after) + 1
    this.#numbers.set(episode, number)
    return `${this.#run}/${episode}/${number}`
  }
}

function lifeOf({ causes, count, worst, last, closed, first, newest }: Untold): Life {
  return {
    ...(causes && { causes }),
    ...(count !== undefined && { count }),
    ...(worst !== undefined && { worst }),
    ...(last !== undefined && { last }),
    ...(closed !== undefined && { closed }),
    ...(first && { first }),
    ...(newest && { newest }),
  }
}
