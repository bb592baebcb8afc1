import { alarmOf } from './critic/alarm.js'
import { about, causesBehind, causesOf, isCallOf, type Cause } from './alarm-causes.js'
import { callerOf, type AlarmReason, type CriticReport } from './critic/report.js'
import type { AlarmRecord, EpisodeRecord } from './episode.js'
import type { StepEvent } from './events.js'

/**
 * An alarm as people meet it. Every report that is bad enough calls a human (`AlarmRecord`, VRL-13); the calls for one
 * cause are one alarm, which is counted while the cause lasts and closed when it is gone (docs/adr/0035).
 */
export interface Alarm {
  readonly id: string
  /** what is wrong and where; a cause belongs to one alarm of an episode only */
  readonly causes: readonly string[]
  /** the newest call, as far as it is about these causes */
  readonly record: AlarmRecord
  /** the severity at which it asked last to be seen: the highest so far, but for rises that are less than `WORSE` */
  readonly worst: number
  /** number of calls */
  readonly count: number
  /** when its causes were seen to be gone, in words; null while they last */
  readonly closed: string | null
}

export interface AlarmChange {
  /**
   * `worsened`: a report gives it `WORSE` more than it had when it asked last; who has acknowledged it has not seen
   * that. `reopened`: its cause was seen to be gone in this episode, and is back
   */
  readonly what: 'raised' | 'repeated' | 'worsened' | 'reopened' | 'closed'
  readonly alarm: Alarm
}

/**
 * A rise of severity that takes an acknowledgement back. Severities are in [0, 1] and alarm from 0.5 on; this is half
 * of the rubric's level `actionable`, and less of it is no difference that a person would act on. So an alarm asks
 * again five times at most, also where its severity creeps up.
 */
const WORSE = 0.1
/** 0.7 - 0.6 is a little less than 0.1 */
const ROUNDING = 1e-9

/** Folds the steps of a run into alarms. It is told every step, in order. */
export class Alarms {
  readonly #idOf: (episode: number) => string
  #held: readonly Held[]
  #episode = 0
  #report: CriticReport | undefined

  /**
   * @param lasting alarms from before whose causes last: what a first look at the scene no longer shows is over. With
   * an episode: raised in that one, which is played again
   */
  constructor(
    idOf: (episode: number) => string,
    lasting: readonly (Alarm & { readonly episode?: number })[] = [],
  ) {
    this.#idOf = idOf
    this.#held = lasting.map((alarm) => ({ ...alarm, episode: alarm.episode ?? BEFORE }))
  }

  step(episode: number, step: StepEvent): readonly AlarmChange[] {
    this.#enter(episode)
    switch (step.kind) {
      case 'I':
      case 'M':
      case 'F':
        return this.#look(step.report)
      case 'A':
        return this.#call(step.alarm)
      case 'R':
        return step.score.total > 0 ? this.#progress('made points') : []
      case 'U':
        return step.update.decision === 'no-edit' ? [] : this.#progress('changed the tree')
      case 'X':
      case 'T':
      case 'H':
        return []
    }
  }

  /** A cause that comes back in the same episode reopens its alarm; in a later one it is another. */
  #enter(episode: number): void {
    if (episode === this.#episode) return
    this.#episode = episode
    this.#report = undefined
    this.#held = this.#held.filter(({ closed }) => closed === null)
  }

  #look(report: CriticReport): AlarmChange[] {
    this.#report = report
    if (!isJudged(report)) return []
    const shown = new Set(causesOf(report).map(({ key }) => key))
    const isGone = ({ causes, episode, record }: Held): boolean =>
      !needsPerson(record) &&
      causes.every((key) => !shown.has(key) && shows(report, key, episode !== this.#episode))
    return this.#close(isGone, `not there ${whenOf(report)}`)
  }

  #progress(what: string): AlarmChange[] {
    return this.#close(({ causes }) => causes.includes('no_progress'), `episode ${this.#episode} has ${what}`)
  }

  #close(isGone: (alarm: Held) => boolean, closed: string): AlarmChange[] {
    return this.#change((alarm) =>
      alarm.closed === null && isGone(alarm) ? ['closed', { ...alarm, closed }] : undefined,
    )
  }

  #call(call: AlarmRecord): AlarmChange[] {
    const causes = causesBehind(call, this.#report)
    const known = new Set<string>()
    const repeated = needsPerson(call)
      ? []
      : this.#change((alarm) => {
          const again = causes.filter(({ key }) => alarm.causes.includes(key))
          const isOver = alarm.closed !== null && alarm.episode !== this.#episode
          if (again.length === 0 || isOver || needsPerson(alarm.record)) return undefined
          for (const { key } of again) known.add(key)
          const record = about(call, again, causes)
          const severity = worstOf(again)
          const isWorse = severity - alarm.worst > WORSE - ROUNDING
          const next = {
            ...{ ...alarm, record, worst: isWorse ? severity : alarm.worst },
            ...{ count: alarm.count + 1, closed: null, episode: this.#episode },
          }
          return [isWorse ? 'worsened' : alarm.closed === null ? 'repeated' : 'reopened', next]
        })
    const fresh = causes.filter(({ key }) => !known.has(key))
    if (fresh.length === 0) return repeated
    const record = about(call, fresh, causes)
    const alarm: Held = {
      id: this.#idOf(this.#episode),
      causes: fresh.map(({ key }) => key),
      record,
      worst: worstOf(fresh),
      count: 1,
      closed: null,
      episode: this.#episode,
    }
    this.#held = [...this.#held, alarm]
    return [...repeated, { what: 'raised', alarm: plain(alarm) }]
  }

  #change(changed: (alarm: Held) => readonly [AlarmChange['what'], Held] | undefined): AlarmChange[] {
    const changes: AlarmChange[] = []
    this.#held = this.#held.map((alarm) => {
      const change = changed(alarm)
      if (change === undefined) return alarm
      const [what, next] = change
      changes.push({ what, alarm: plain(next) })
      return next
    })
    return changes
  }
}

/** An alarm in an episode in which it was raised, called for again, or closed. */
export interface AlarmInEpisode {
  /** as it stood when the episode was over */
  readonly alarm: Alarm
  /** false: it is one of an earlier episode, and is counted there */
  readonly isNew: boolean
  /** the calls of this episode, as far as they are about its causes; none where it was closed only */
  readonly calls: readonly AlarmRecord[]
}

/** The alarms of a run, episode by episode: each is new in one of them, so that the sums of all views agree. */
export class AlarmsOfEpisodes {
  #count = 0
  readonly #alarms = new Alarms((episode) => `${episode}/${++this.#count}`)
  #episode = 0
  #shares = new Map<string, AlarmInEpisode>()

  /** @param before finished episodes of a run that is resumed */
  constructor(before: readonly Recorded[] = []) {
    for (const record of before) this.add(record)
  }

  step(episode: number, step: StepEvent): readonly AlarmChange[] {
    if (episode !== this.#episode) this.#shares = new Map()
    this.#episode = episode
    const changes = this.#alarms.step(episode, step)
    for (const { what, alarm } of changes) {
      const { isNew = what === 'raised', calls = [] } = this.#shares.get(alarm.id) ?? {}
      const now = what === 'closed' ? calls : [...calls, alarm.record]
      this.#shares.set(alarm.id, { alarm, isNew, calls: now })
    }
    return changes
  }

  /** Those of an episode so far, in the order in which they came up. */
  of(episode: number): readonly AlarmInEpisode[] {
    return episode === this.#episode ? [...this.#shares.values()] : []
  }

  /** A whole episode, as its record tells it. */
  add(record: Recorded): readonly AlarmInEpisode[] {
    for (const step of stepsOf(record)) this.step(record.episode, step)
    return this.of(record.episode)
  }
}

/** The alarms of a run, one list a record. */
export function alarmsOfRun(records: readonly Recorded[]): readonly (readonly AlarmInEpisode[])[] {
  const alarms = new AlarmsOfEpisodes()
  return records.map((record) => alarms.add(record))
}

/** How many alarms were raised in an episode, and not before it. */
export const raisedIn = (alarms: readonly AlarmInEpisode[] = []): number =>
  alarms.filter(({ isNew }) => isNew).length

/** Whether nobody but a person can tell that it is over: it is never merged and never closed. */
export const needsPerson = ({ reasons }: Pick<AlarmRecord, 'reasons'>): boolean =>
  reasons.some((reason) => callerOf(reason) === 'robot')

/** How bad the matter is; the score of a call for another reason says nothing of that. */
export const severityOf = ({ reasons, s }: Pick<AlarmRecord, 'reasons' | 's'>): number =>
  reasons.includes('severity') ? s : 0

/**
 * How bad the worst of its causes is. Not the report's own score, which counts all that it shows: what else is wrong
 * makes an alarm neither worse nor, where its share of the call grows, less so.
 */
const worstOf = (causes: readonly Cause[]): number =>
  Math.max(0, ...causes.filter(({ reason }) => reason === 'severity').map(({ s }) => s))

interface Held extends Alarm {
  /** the episode of the newest call */
  readonly episode: number
}

/** the episode of alarms that are older than the run */
const BEFORE = -1

const plain = ({ episode: _, ...alarm }: Held): Alarm => alarm

const isJudged = (report: CriticReport): boolean => !alarmOf(report).includes('critic_unavailable')

/**
 * Whether the report would say so if the cause were still there. A report after a unit speaks of everything only where
 * the critic has looked at a picture; one that reads the trace tells what its own unit has shown.
 */
function shows(report: CriticReport, key: string, isOfEarlierEpisode: boolean): boolean {
  if (key === 'no_progress') return false
  if (key.startsWith('twin_refuses')) return isOfEarlierEpisode
  if (key === 'critic_unavailable' || key === 'low_confidence') return true
  if (key.startsWith('picture')) return report.mode === 'initial'
  return report.mode !== 'intermediate' || report.picture !== undefined
}

const whenOf = ({ mode, episode, step }: CriticReport): string =>
  mode === 'initial'
    ? `before the start of episode ${episode}`
    : mode === 'final'
      ? `at the end of episode ${episode}`
      : `after unit ${step} of episode ${episode}`

/** What is read of a record. */
type Recorded = Pick<EpisodeRecord, 'episode' | 'reports' | 'alarms' | 'score' | 'update'>

/**
 * The steps of a record that matter here, in their order: the twin's call comes first, that of no progress after score
 * and update (VRL-15).
 */
function stepsOf({ reports, alarms, score, update }: Recorded): readonly StepEvent[] {
  const calls = (of: readonly AlarmRecord[]): StepEvent[] => of.map((alarm) => ({ kind: 'A', alarm }))
  const said = (reason: AlarmReason) => alarms.filter(({ reasons }) => reasons.includes(reason))
  const [first, last] = [said('twin_refuses'), said('no_progress')]
  const reported = reports.flatMap((report): StepEvent[] => [
    { kind: 'M', report },
    ...calls(alarms.filter((call) => isCallOf(report, call))),
  ])
  const placed = new Set(alarms.filter((call) => reports.some((report) => isCallOf(report, call))))
  const rest = alarms.filter((call) => !first.includes(call) && !last.includes(call) && !placed.has(call))
  return [
    ...[...calls(first), ...reported, ...calls(rest)],
    ...[
      { kind: 'R' as const, score, refusals: [] },
      { kind: 'U' as const, update },
    ],
    ...calls(last),
  ]
}
