import { markdownTable } from '../answer.js'
import type { Estimate } from '../vrl/figures/interval.js'
import type { TrialFigures, TrialRun, VariantFigures } from './figures.js'

/** What each variant has come to, and what one is worth against another. */
export const trialTables = ({ variants, against }: TrialFigures): readonly string[] => [
  markdownTable(HEAD, variants.map(cells)),
  'calls: of the execution module. repairs: steps repeated or repaired.\n' +
    'forbidden: steps that the robot was asked for where the rules of the world forbid them.\n' +
    'refused: steps that the twin has kept from it. Both are of all runs.',
  ...(against.length === 0
    ? []
    : [
        'Success in points, paired by task and wording, with 95 % intervals:',
        markdownTable(
          ['against', 'gain'],
          against.map(({ variant, other, gain }) => [`${other} → ${variant}`, points(gain)]),
        ),
      ]),
]

/** The columns of a table with a line a run. */
export const TRIAL_COLUMNS = [
  ...['variant', 'seed', 'task', 'wording', 'planned', 'calls', 'steps'],
  ...['repairs', 'replans', 'forbidden', 'refused', 'success'],
]

export const trialRow = (run: TrialRun): readonly (string | number)[] => [
  ...[run.variant, run.seed, run.task, run.wording + 1, run.planned, run.calls, run.steps],
  ...[run.repairs, run.replans, run.forbidden, run.refused, Number(run.success)],
]

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const HEAD = ['variant', 'success', '95 %', 'calls', 'steps', 'repairs', 'replans', 'forbidden', 'refused']

const cells = (row: VariantFigures): string[] => [
  row.variant,
  `${percent(row.successes / Math.max(1, row.runs))} (${row.successes} of ${row.runs})`,
  `${percent(row.interval[0])} to ${percent(row.interval[1])}`,
  withHalf(row.calls),
  withHalf(row.steps),
  withHalf(row.repairs),
  withHalf(row.replans),
  String(row.forbidden),
  String(row.refused),
]

const withHalf = (one: Estimate | undefined): string =>
  one === undefined ? '' : `${one.mean.toFixed(2)} ± ${(one.half ?? 0).toFixed(2)}`

const points = ({ mean, half }: Estimate): string =>
  `${mean < 0 ? '−' : '+'}${Math.abs(100 * mean).toFixed(1)} ± ${(100 * (half ?? 0)).toFixed(1)}`
