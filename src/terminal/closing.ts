import { visibleInLine } from '#base/visible.js'
import {
  causesInWords,
  completedInWords,
  editsInWords,
  learnedInWords,
  meanScore,
} from '#app/command-line/run-words.js'
import { describeLate, plural, tenths } from '#app/command-line/words.js'
import { editCount } from '#learning/actor/wrapped-steps.js'
import { printable, type Paint } from './paint.js'
import { plot } from './plot.js'
import type { RunEnd } from '#app/view.js'
import { alarmsOfRun, raisedIn } from '#learning/alarms.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { isFieldOutcome } from '#learning/field-score.js'
import { tallyOf, tallyWords } from '#learning/score.js'

export interface ClosingOptions {
  readonly paint: Paint
  readonly unicode: boolean
}

/** The end of a run on one screen: the table, the curve, what it gained, and where the report is. */
export function closingLines(
  { summary, records, reportPath, timing, planned }: RunEnd,
  { paint, unicode }: ClosingOptions,
): string[] {
  const late = timing && describeLate(timing)
  const completed = completedInWords(records, summary, planned)
  return [
    '',
    ...table(records, paint),
    '',
    ...plot(summary.scores, { unicode, reference: { score: summary.first, label: 'first' } }),
    '',
    ...(summary.best === null
      ? [paint.warn('none counted: every episode was interrupted, and says nothing of its tree')]
      : [
          `first ${tenths(summary.first)}, best ${tenths(summary.best.score)} in episode ${summary.best.episode}, ` +
            `last ${tenths(summary.scores.at(-1) ?? 0)}, mean of all ${tenths(meanScore(summary))}`,
          ...(summary.scores.length < 2 ? [] : [`learned? ${paint.bold(learnedInWords(summary))}`]),
        ]),
    [
      `tree: ${editsInWords(records)}`,
      `alarms in ${summary.episodesWithAlarm} of ${plural(records.length, 'episode')} (${summary.alarms})`,
      `${plural(summary.refusals, 'command')} refused by the twin`,
    ].join('; '),
    ...(completed === undefined ? [] : [paint.warn(completed)]),
    ...(late === undefined ? [] : [paint.warn(`late: ${late}`)]),
    ...(reportPath === undefined ? [] : ['', `report: ${paint.bold(visibleInLine(reportPath))}`]),
  ]
}

function table(records: RunEnd['records'], paint: Paint): string[] {
  // coming home is a matter of the field
  const onField = records.some(({ facts }) => isFieldOutcome(facts))
  const words = tallyWords(records[0]?.facts)
  const heads = [
    ...['episode', 'score', 'seconds', words.right, words.wrong],
    ...(onField ? ['home'] : []),
    ...['alarms', 'then'],
  ]
  const alarms = alarmsOfRun(records)
  const rows = records.map((record, i) => {
    const { facts, score, update } = record
    const { right, wrong } = tallyOf(record)
    return [
      String(record.episode),
      tenths(score.total),
      facts.operatingSeconds.toFixed(1),
      String(right),
      String(wrong),
      ...(onField ? [isFieldOutcome(facts) && facts.robotHome ? 'yes' : 'no'] : []),
      String(raisedIn(alarms[i])),
      update.decision === 'edited' ? printable(editedFor(record), 60) : DECISIONS[update.decision],
    ]
  })
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const align = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === heads.length - 1 ? cell : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return [paint.dim(align(heads)), ...rows.map(align)]
}

/** The alarms or issues behind the edits; those of the twin say why themselves. */
function editedFor(record: EpisodeRecord): string {
  const { patch, why } = record.update
  const causes = causesInWords(record)
  const edits = plural(editCount(patch), 'edit')
  return causes.length > 0
    ? `${edits} because: ${causes.join('; ')}`
    : `${edits}: ${why.replace(/^the twin: /, '')}`
}

const DECISIONS = { 'no-edit': 'kept', 'rolled-back': 'rolled back' } as const
