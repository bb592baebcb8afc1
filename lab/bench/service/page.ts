import { markdownTable } from '../answer.js'
import type { Estimate } from '../vrl/figures/interval.js'
import type { ServiceFigures, ServiceRun, VariantFigures } from './figures.js'
import type { ServiceBench } from './run-service-bench.js'

/** The comparison for people, in plain text that is Markdown too. */
export function servicePage({ faults, report }: ServiceBench, figures: ServiceFigures): string {
  const { variants, against, read, unplanned } = figures
  const known = faults.declared ? 'known to be chance' : 'not known to be chance'
  const understood = read.map((one) => `${one.understood} of ${one.orders}`).join(', ')
  return [
    `Grasps fail in ${percent(faults.grasp)}, things slip in ${percent(faults.slip)} of the drives; ` +
      `failures are ${report} and ${known}.`,
    markdownTable(HEAD, variants.map(cells)),
    'repairs: steps repeated or repaired. forbidden: steps that the robot was asked for where the rules of the\n' +
      'world forbid them. refused: steps that the twin has kept from the robot. Both are of all runs.',
    ...(against.length === 0
      ? []
      : [
          'Success in points, paired by task and wording, with 95 % intervals:',
          markdownTable(
            ['against', 'gain'],
            against.map(({ variant, other, gain }) => [`${other} → ${variant}`, points(gain)]),
          ),
        ]),
    `Tasks for which no plan was found: ${unplanned}; they count as failed. Orders that are understood as they are ` +
      `meant, by wording: ${understood}.`,
  ].join('\n\n')
}

/** One line a run. */
export function serviceCsv(runs: readonly ServiceRun[]): string {
  const head = [
    'variant,seed,task,wording,is_read,planned,steps,repairs,replans,forbidden,refused,success',
    ...runs.map((run) =>
      [
        ...[run.variant, run.seed, run.task, run.wording + 1, Number(run.isRead), run.planned, run.steps],
        ...[run.repairs, run.replans, run.forbidden, run.refused, Number(run.success)],
      ].join(','),
    ),
  ]
  return `${head.join('\n')}\n`
}

const HEAD = ['variant', 'success', '95 %', 'steps', 'repairs', 'replans', 'forbidden', 'refused']

const cells = (row: VariantFigures): string[] => [
  row.variant,
  `${percent(row.successes / Math.max(1, row.runs))} (${row.successes} of ${row.runs})`,
  `${percent(row.interval[0])} to ${percent(row.interval[1])}`,
  withHalf(row.steps),
  withHalf(row.repairs),
  withHalf(row.replans),
  String(row.forbidden),
  String(row.refused),
]

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const withHalf = (one: Estimate | undefined): string =>
  one === undefined ? '' : `${one.mean.toFixed(2)} ± ${(one.half ?? 0).toFixed(2)}`

const points = ({ mean, half }: Estimate): string =>
  `${mean < 0 ? '−' : '+'}${Math.abs(100 * mean).toFixed(1)} ± ${(100 * (half ?? 0)).toFixed(1)}`
