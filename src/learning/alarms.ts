import { alarmOf } from './critic/alarm.js'
import { placeKey, type FieldPlace } from './critic/field-report.js'
import type { AlarmReason, CriticReport, Issue } from './critic/report.js'
import { ACTIONABLE_S } from './critic/rubric.js'
import type { AlarmRecord, EpisodeRecord } from './episode.js'
import type { StepEvent } from './events.js'
import { pictureWarnings } from './field/critic/picture-warnings.js'

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
  /** the call that raised it */
  readonly first: AlarmRecord
  /** number of calls */
  readonly count: number
  /** when its causes were seen to be gone, in words; null while they last */
  readonly closed: string | null
}

export interface AlarmChange {
  readonly what: 'raised' | 'repeated' | 'closed'
  readonly alarm: Alarm
}

/** Folds the steps of a run into alarms. It is told every step, in order. */
export class Alarms {
  readonly #idOf: (episode: number) => string
  #held: readonly Held[]
  #episode = 0
  #report: CriticReport | undefined

  /** @param lasting open alarms from before: what a first look at the scene no longer shows is over */
  constructor(idOf: (episode: number) => string, lasting: readonly Alarm[] = []) {
    this.#idOf = idOf
    this.#held = lasting.map((alarm) => ({ ...alarm, episode: BEFORE }))
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
    return this.#change('closed', (alarm) =>
      alarm.closed === null && isGone(alarm) ? { ...alarm, closed } : undefined,
    )
  }

  #call(call: AlarmRecord): AlarmChange[] {
    const causes = causesBehind(call, this.#report)
    const known = new Set<string>()
    const repeated = needsPerson(call)
      ? []
      : this.#change('repeated', (alarm) => {
          const again = causes.filter(({ key }) => alarm.causes.includes(key))
          const isOver = alarm.closed !== null && alarm.episode !== this.#episode
          if (again.length === 0 || isOver || needsPerson(alarm.record)) return undefined
          for (const { key } of again) known.add(key)
          const record = about(call, again, causes)
          return { ...alarm, record, count: alarm.count + 1, closed: null, episode: this.#episode }
        })
    const fresh = causes.filter(({ key }) => !known.has(key))
    if (fresh.length === 0) return repeated
    const alarm: Held = {
      id: this.#idOf(this.#episode),
      causes: fresh.map(({ key }) => key),
      record: about(call, fresh, causes),
      first: call,
      count: 1,
      closed: null,
      episode: this.#episode,
    }
    this.#held = [...this.#held, alarm]
    return [...repeated, { what: 'raised', alarm: plain(alarm) }]
  }

  #change(what: AlarmChange['what'], changed: (alarm: Held) => Held | undefined): AlarmChange[] {
    const changes: AlarmChange[] = []
    this.#held = this.#held.map((alarm) => {
      const next = changed(alarm)
      if (next !== undefined) changes.push({ what, alarm: plain(next) })
      return next ?? alarm
    })
    return changes
  }
}

/** The alarms of one recorded episode in the order in which they were raised, as they stood when it was over. */
export function alarmsOf(record: Pick<EpisodeRecord, 'episode' | 'reports' | 'alarms'>): readonly Alarm[] {
  const alarms = new Map<string, Alarm>()
  const fold = new Alarms((episode) => `${episode}/${alarms.size + 1}`)
  for (const step of stepsOf(record))
    for (const { alarm } of fold.step(record.episode, step)) alarms.set(alarm.id, alarm)
  return [...alarms.values()]
}

/** Whether nobody but a person can tell that it is over: it is never merged and never closed. */
export const needsPerson = ({ reasons }: Pick<AlarmRecord, 'reasons'>): boolean =>
  reasons.some((reason) => SPEAKER[reason] === 'robot')

/** Whether the call was raised by this report. */
export const isCallOf = (report: CriticReport, { mode, step, reasons }: AlarmRecord): boolean =>
  mode === report.mode && step === report.step && reasons.every((reason) => SPEAKER[reason] === 'critic')

/** What is wrong and where: the same in two reports that speak of the same thing, whatever number it has there. */
export const causeOf = (issue: Pick<Issue, 'impact' | 'explanation'> & FieldPlace): string =>
  `${issue.impact}${placeKey(issue) || `: ${issue.explanation}`}`

interface Held extends Alarm {
  /** the episode of the newest call */
  readonly episode: number
}

/** the episode of alarms that are older than the run */
const BEFORE = -1

const plain = ({ episode: _, ...alarm }: Held): Alarm => alarm

interface Cause {
  readonly key: string
  readonly text: string
  readonly s: number
}

/** Everything that a report says is wrong, bad enough for an alarm or not. */
function causesOf(report: CriticReport): readonly Cause[] {
  const { s, summary } = report
  const open = report.issues.filter(({ grounded }) => grounded !== 'refuted')
  const issues = open.map((issue) => ({
    key: causeOf(issue),
    text: issue.explanation,
    s: issue.severity,
  }))
  const general = alarmOf(report).map((reason) => ({ key: reason, text: summary, s }))
  const picture =
    report.mode === 'initial'
      ? pictureWarnings(report).map(({ key, text }) => ({ key: `picture: ${key}`, text, s }))
      : []
  return [...issues, ...general, ...picture]
}

/** The causes that a call is about; without its report there are only its reasons. */
function causesBehind(call: AlarmRecord, report: CriticReport | undefined): readonly Cause[] {
  const said = report !== undefined && isCallOf(report, call) ? causesOf(report) : []
  const causes = call.reasons.flatMap((reason): readonly Cause[] => {
    const of = said.filter(({ key, s }) =>
      reason === 'picture' ? key.startsWith('picture: ') : isBehind(key, s),
    )
    const named = reason === 'severity' || reason === 'picture' ? of : []
    if (named.length > 0) return named
    // another tree may be refused for another reason
    return [
      { key: reason === 'twin_refuses' ? `${reason}: ${call.text}` : reason, text: call.text, s: call.s },
    ]
  })
  return [...new Map(causes.map((cause) => [cause.key, cause])).values()]
}

const isBehind = (key: string, s: number): boolean =>
  s >= ACTIONABLE_S && !(key in SPEAKER) && !key.startsWith('picture: ')

/** The call as far as it is about some of its causes. */
function about(call: AlarmRecord, causes: readonly Cause[], all: readonly Cause[]): AlarmRecord {
  if (causes.length === all.length) return call
  return {
    ...call,
    s: Math.max(...causes.map(({ s }) => s)),
    text: causes.map(({ text }) => text).join('; '),
  }
}

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

/** Who calls, for each reason. */
const SPEAKER: Readonly<Record<AlarmReason, 'critic' | 'loop' | 'robot'>> = {
  severity: 'critic',
  low_confidence: 'critic',
  critic_unavailable: 'critic',
  picture: 'critic',
  twin_refuses: 'loop',
  no_progress: 'loop',
  robot_in_doubt: 'robot',
  not_started: 'robot',
}

/** The reports and calls of a record in their order: the twin's comes first, the loop's own last (VRL-15). */
function stepsOf({ reports, alarms }: Pick<EpisodeRecord, 'reports' | 'alarms'>): readonly StepEvent[] {
  const calls = (of: readonly AlarmRecord[]): StepEvent[] => of.map((alarm) => ({ kind: 'A', alarm }))
  const first = alarms.filter(({ reasons }) => reasons.includes('twin_refuses'))
  const reported = reports.flatMap((report): StepEvent[] => [
    { kind: 'M', report },
    ...calls(alarms.filter((call) => isCallOf(report, call))),
  ])
  const placed = new Set(alarms.filter((call) => reports.some((report) => isCallOf(report, call))))
  const rest = alarms.filter((call) => !first.includes(call) && !placed.has(call))
  return [...calls(first), ...reported, ...calls(rest)]
}
