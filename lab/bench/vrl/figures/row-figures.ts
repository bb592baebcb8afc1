import { expectedCalibrationError } from '#learning/critic/metrics.js'
import type { AlarmReason } from '#learning/critic/report.js'
import { isRight, type EpisodeRow, type JudgedReport } from '../play/row.js'
import type { Configuration } from '../settings/configuration.js'
import type { FinishedRun } from '../workers/runs-log.js'
import { average, deviation, estimate, pairedRatio, type Estimate } from './interval.js'

/** What the table says of one configuration. Pairs are fields × seeds; a missing figure is null. */
export interface RowFigures {
  readonly configuration: Configuration
  readonly runs: number
  /** mean score by episode, points */
  readonly curve: readonly Estimate[]
  /** mean score over the attainable mean, by episode */
  readonly attained: readonly (Estimate | null)[]
  readonly lastThree: number
  readonly critic: CriticFigures | null
  readonly edits: number
  /** share of episodes after which the tree went back to the champion */
  readonly rolledBack: number
}

/** Of INTERMEDIATE and FINAL reports, except for the alarms, which INITIAL ones raise too. */
interface CriticFigures {
  readonly reports: number
  /** issue detection rate and precision after the witnesses were asked (VRL-21); null for 0/0 */
  readonly idr: number | null
  readonly precision: number | null
  readonly precisionBefore: number | null
  /** expected calibration error of c, ten bins: is every word of the report right? */
  readonly ece: number | null
  readonly confidence: { readonly mean: number; readonly sd: number }
  readonly alarms: Readonly<Record<AlarmMeasure, AlarmFigures>>
  /** alarms by reason, per call */
  readonly reasons: Readonly<Partial<Record<AlarmReason, number>>>
}

/**
 * How often a human is called (AMB-22): share of FINAL reports that do, which is once an episode, of all calls of the
 * critic, and of episodes in which any call did.
 */
export const ALARM_MEASURES = {
  final: (rows) => average(rows.map(({ finalAlarm }) => (finalAlarm ? 1 : 0))),
  perCall: (rows) =>
    ratio(
      sum(rows, ({ alarms }) => alarms),
      sum(rows, ({ reports }) => reports),
    ) ?? 0,
  perEpisode: (rows) => average(rows.map(({ alarms }) => (alarms > 0 ? 1 : 0))),
} as const satisfies Readonly<Record<string, (rows: readonly EpisodeRow[]) => number>>
export type AlarmMeasure = keyof typeof ALARM_MEASURES

export interface AlarmFigures {
  readonly all: number
  readonly firstThree: number
  readonly lastThree: number
}

/** @param runs of this configuration and @param best those of `attainable`, in the same order of fields and seeds */
export function rowFigures(
  configuration: Configuration,
  runs: readonly FinishedRun[],
  best: readonly FinishedRun[],
): RowFigures {
  const episodes = runs[0]?.rows.length ?? 0
  const rows = runs.flatMap((run) => run.rows)
  const curve = Array.from({ length: episodes }, (_, i) => estimate(scoresAt(runs, i)) as Estimate)
  return {
    configuration,
    runs: runs.length,
    curve,
    attained: curve.map((_, i) => pairedRatio(scoresAt(runs, i), scoresAt(best, i)) ?? null),
    lastThree: average(runs.map(lastThree)),
    critic: rows.some(({ reports }) => reports > 0) ? criticFigures(runs) : null,
    edits: average(rows.map(({ edits }) => edits)),
    rolledBack: average(rows.map(({ decision }) => (decision === 'rolled-back' ? 1 : 0))),
  }
}

export const meanScore = ({ rows }: FinishedRun): number => average(rows.map(({ score }) => score))
export const lastThree = ({ rows }: FinishedRun): number => average(rows.slice(-3).map(({ score }) => score))

const scoresAt = (runs: readonly FinishedRun[], index: number): readonly number[] =>
  runs.map(({ rows }) => rows[index]?.score ?? 0)

function criticFigures(runs: readonly FinishedRun[]): CriticFigures {
  const rows = runs.flatMap((run) => run.rows)
  const judged = rows.flatMap((row) => row.judged)
  const count = (of: (report: JudgedReport) => number): number => sum(judged, of)
  const calls = sum(rows, ({ reports }) => reports)
  const cs = judged.map(({ c }) => c)
  const alarms = (measure: AlarmMeasure): AlarmFigures => {
    const of = ALARM_MEASURES[measure]
    return {
      all: of(rows),
      firstThree: of(runs.flatMap((run) => run.rows.slice(0, 3))),
      lastThree: of(runs.flatMap((run) => run.rows.slice(-3))),
    }
  }
  const reasons = (['severity', 'low_confidence', 'critic_unavailable', 'picture'] as const).map(
    (reason) => [reason, sum(rows, (row) => row.reasons[reason] ?? 0) / calls] as const,
  )
  return {
    reports: calls,
    idr: ratio(
      count(({ detected }) => detected),
      count(({ real }) => real),
    ),
    precision: ratio(
      count(({ detected }) => detected),
      count(({ claimed }) => claimed),
    ),
    precisionBefore: ratio(
      count((each) => each.detectedFirst),
      count((each) => each.claimedFirst),
    ),
    ece: calibrationError(judged),
    confidence: { mean: average(cs), sd: deviation(cs) },
    alarms: { final: alarms('final'), perCall: alarms('perCall'), perEpisode: alarms('perEpisode') },
    reasons: Object.fromEntries(reasons.filter(([, share]) => share > 0)),
  }
}

const calibrationError = (judged: readonly JudgedReport[]): number | null =>
  expectedCalibrationError(judged.map((report) => ({ c: report.c, right: isRight(report) }))) ?? null

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
