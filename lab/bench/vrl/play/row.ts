import type { AlarmReason, CriticMode, CriticReport, Issue } from '#learning/critic/report.js'
import type { EpisodeRecord } from '#learning/episode.js'

/** What the table keeps of one episode. */
export interface EpisodeRow {
  readonly episode: number
  /** Table I, points */
  readonly score: number
  /** virtual seconds */
  readonly seconds: number
  readonly endReason: string
  readonly decision: EpisodeRecord['update']['decision']
  readonly edits: number
  /** edits that the actor wrote and that were refused */
  readonly refusedEdits: number
  /** reports of the critic; 0 without one */
  readonly reports: number
  readonly alarms: number
  /** the FINAL report called a human */
  readonly finalAlarm: boolean
  readonly reasons: Readonly<Partial<Record<AlarmReason, number>>>
  /** s of the FINAL report; null without a critic */
  readonly severity: number | null
  /** INTERMEDIATE and FINAL reports against the truth */
  readonly judged: readonly JudgedReport[]
}

/** One report against what was really wrong at that moment. */
export interface JudgedReport {
  readonly mode: CriticMode
  readonly c: number
  /** issues that were really there */
  readonly real: number
  /** of these, reported and not refuted by a witness */
  readonly detected: number
  /** reported and not refuted */
  readonly claimed: number
  /** before the witnesses were asked: reported, and of these really there */
  readonly claimedFirst: number
  readonly detectedFirst: number
}

/** @param truth keys of what was really wrong */
export function judgeReport(report: CriticReport, truth: readonly string[]): JudgedReport {
  const real = new Set(truth)
  const first = new Set(report.issues.map(keyOf))
  const kept = new Set(report.issues.filter(({ grounded }) => grounded !== 'refuted').map(keyOf))
  const inTruth = (keys: ReadonlySet<string>): number => [...keys].filter((key) => real.has(key)).length
  return {
    mode: report.mode,
    c: report.c,
    real: real.size,
    detected: inTruth(kept),
    claimed: kept.size,
    claimedFirst: first.size,
    detectedFirst: inTruth(first),
  }
}

/** Was every word of it right? */
export const isRight = ({ real, detected, claimed }: JudgedReport): boolean =>
  real === detected && claimed === detected

/** `placement#2` is a second finding about the same thing. */
const keyOf = ({ id }: Issue): string => id.replace(/#\d+$/, '')

export function rowOf(record: EpisodeRecord, truthAt: ReadonlyMap<string, readonly string[]>): EpisodeRow {
  const reports = record.reports.filter(({ model }) => model !== 'none')
  const reasons: Partial<Record<AlarmReason, number>> = {}
  // the critic's own: what the twin and the loop call for is not its doing
  const alarms =
    reports.length === 0 ? [] : record.alarms.filter(({ reasons: [first] }) => !OTHERS.has(first ?? ''))
  for (const reason of alarms.flatMap((alarm) => alarm.reasons)) reasons[reason] = (reasons[reason] ?? 0) + 1
  const final = reports.findLast(({ mode }) => mode === 'final')
  return {
    episode: record.episode,
    score: record.score.total,
    seconds: record.seconds,
    endReason: record.endReason,
    decision: record.update.decision,
    edits: record.update.patch.length,
    refusedEdits: record.update.tries.filter(({ refusedBecause }) => refusedBecause !== null).length,
    reports: reports.length,
    alarms: alarms.length,
    finalAlarm: alarms.some(({ mode }) => mode === 'final'),
    reasons,
    severity: final?.s ?? null,
    judged: reports.flatMap((report) => {
      const truth = truthAt.get(momentOf(report))
      return truth === undefined ? [] : [judgeReport(report, truth)]
    }),
  }
}

/** names a report within its episode */
export const momentOf = ({ mode, step }: Pick<CriticReport, 'mode' | 'step'>): string => `${mode} ${step}`

const OTHERS: ReadonlySet<string> = new Set(['twin_refuses', 'no_progress'])
