import { causesOfPatch } from '#app/command-line/run-words.js'
import { alarmsOfRun } from '#learning/alarms.js'
import { END_WORDS, type EpisodeRecord, type ScoreSheet } from '#learning/episode.js'
import { alarmLine, driftLines, editLines, episodeLine } from '#terminal/lines.js'
import { describePatch, tenths } from '#app/command-line/words.js'
import type { Look } from '../text/look.js'
import { cut, wrap } from '#terminal/fit.js'
import { table } from '../text/table.js'

/** The same columns as in `graft run`. */
export function episodes(records: readonly EpisodeRecord[], look: Look): string[] {
  if (records.length === 0) return ['no episode yet']
  const alarms = alarmsOfRun(records)
  return records.map((record, i) =>
    cut(episodeLine(record, records[i - 1]?.score.total, look.paint, alarms[i]), look.columns),
  )
}

/** One episode: what happened, the critic's verdict, the twin's refusals, and the actor's update. */
export function episode(record: EpisodeRecord, look: Look): string[] {
  const { paint } = look
  const { refusals, reports, update, treeHash, parentHash, endReason, endCause } = record
  return [
    episodeLine(record, undefined, paint),
    paint.dim(
      `  tree ${treeHash.slice(0, 12)}${parentHash === null ? '' : ` from ${parentHash.slice(0, 12)}`}`,
    ),
    ...(endCause === undefined ? [] : [paint.warn(`  it ${END_WORDS[endReason]}: ${endCause}`)]),
    ...score(record.score, look).map((line) => `  ${line}`),
    ...driftLines(record, paint),
    // of this episode alone: what was raised before it is not in its record
    ...(alarmsOfRun([record])[0] ?? []).map(({ alarm }) => alarmLine(alarm.record, paint, alarm.count)),
    ...reports.map(
      ({ mode, step, s, c, summary }) =>
        `  critic ${mode}${mode === 'intermediate' ? ` ${step}` : ''}: s ${s.toFixed(2)} c ${c.toFixed(2)} ${summary}`,
    ),
    ...refusals.slice(0, MOST).map(({ command, text }) => `  ${paint.warn('refused')} ${command}: ${text}`),
    ...editLines(update, describePatch(update.patch, undefined), paint, causesOfPatch(update, reports)),
  ].flatMap((line) => wrap(line, look.columns, 4))
}

export const score = ({ lines, total }: ScoreSheet, look: Look): string[] =>
  table(
    ['points', 'count', 'for'],
    [
      ...lines.map(({ label, count, points }) => [tenths(points), String(+count.toFixed(1)), label]),
      [tenths(total), '', look.paint.bold('total')],
    ],
    look,
  )

const MOST = 20
