import type { FinishedRun } from '../workers/runs-log.js'
import type { EpisodeRow, JudgedReport } from '../play/row.js'
import { average } from '../figures/interval.js'

const HEAD = [
  'configuration',
  'field',
  'seed',
  'episode',
  'score',
  'attainable',
  'seconds',
  'end',
  'decision',
  'edits',
  'refused_edits',
  'reports',
  'alarms',
  'alarms_severity',
  'alarms_low_confidence',
  'alarms_critic_unavailable',
  'alarms_picture',
  'final_alarm',
  'final_s',
  'mean_c',
  'real_issues',
  'detected',
  'claimed',
  'detected_before',
  'claimed_before',
]

/**
 * One line an episode, in the order of the runs given; recomputable from `runs.jsonl` (VRL-20). Same runs,
 * same bytes.
 */
export function episodesCsv(
  runs: readonly FinishedRun[],
  attainable: (run: FinishedRun, episode: number) => number,
): string {
  const lines = runs.flatMap((run) => run.rows.map((row) => line(run, row, attainable(run, row.episode))))
  return [HEAD, ...lines].map((cells) => `${cells.map(cell).join(',')}\n`).join('')
}

type Cell = string | number | null

function line(
  { configuration, field, seed }: FinishedRun,
  row: EpisodeRow,
  attainable: number,
): readonly Cell[] {
  const count = (of: (report: JudgedReport) => number): Cell =>
    row.reports === 0 ? null : row.judged.reduce((sum, report) => sum + of(report), 0)
  const alarm = (reason: keyof EpisodeRow['reasons']): Cell =>
    row.reports === 0 ? null : (row.reasons[reason] ?? 0)
  return [
    configuration,
    field,
    seed,
    row.episode,
    row.score,
    attainable,
    row.seconds,
    row.endReason,
    row.decision,
    row.edits,
    row.refusedEdits,
    row.reports,
    row.reports === 0 ? null : row.alarms,
    alarm('severity'),
    alarm('low_confidence'),
    alarm('critic_unavailable'),
    alarm('picture'),
    row.reports === 0 ? null : Number(row.finalAlarm),
    row.severity,
    row.judged.length === 0 ? null : average(row.judged.map(({ c }) => c)),
    count((report) => report.real),
    count((report) => report.detected),
    count((report) => report.claimed),
    count((report) => report.detectedFirst),
    count((report) => report.claimedFirst),
  ]
}

/** Points and seconds to the millisecond, probabilities to six digits; a text with a comma is quoted (RFC 4180). */
function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(6)))
  return /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
