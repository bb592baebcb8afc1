import { markdownTable } from '#lab/bench/answer.js'
import type { Difference, Figures, Losses, Share } from './figures.js'
import { STAGES } from './lost.js'
import type { Risk } from './risk.js'

const NAMES = { goal: 'goals', ask: 'two meanings', refuse: 'impossible', all: 'all' } as const

export function mainTable(figures: readonly Figures[]): string {
  return markdownTable(
    [
      'orders',
      'kind',
      'by',
      'as meant',
      'offered',
      'asked',
      'refused',
      '**acts otherwise**',
      'likeliest reading exact',
    ],
    figures.map(({ set, kind, reader, orders, outcomes, exact }) => [
      set,
      `${orders} ${NAMES[kind]}`,
      reader,
      kind === 'goal' || kind === 'all' ? counted(outcomes['as meant']) : '',
      kind === 'refuse' ? '' : counted(outcomes.offered),
      counted(outcomes.asked),
      counted(outcomes.refused),
      counted(outcomes.otherwise),
      exact === undefined ? '' : counted(exact),
    ]),
  )
}

export const differenceTable = (differences: readonly Difference[]): string =>
  markdownTable(
    ['orders', 'by', 'less', 'share', 'of', 'the first', 'the second', 'difference (95 %)'],
    differences.map(({ set, reader, less, what, orders, first, second, mean, low, high }) => [
      set,
      reader,
      less,
      what,
      String(orders),
      percent(first),
      percent(second),
      `${points(mean)} (${points(low)} to ${points(high)})`,
    ]),
  )

/** Every row names its set and reader: one table for all, of which a page takes rows. Who is always as sure has one. */
export const riskTable = (risks: readonly (Risk & Of)[]): string =>
  markdownTable(
    ['orders', 'by', 'asks below a fit of', 'acts on', 'wrong among them', 'acts otherwise, of all'],
    risks
      .filter((one) => one.threshold === 0 || isDoubting(one, risks))
      .map(({ set, reader, threshold, acts, wrong, otherwise }) => [
        set,
        reader,
        threshold.toFixed(2),
        counted(acts),
        counted(wrong),
        counted(otherwise),
      ]),
  )

const isDoubting = ({ set, reader }: Of, risks: readonly (Risk & Of)[]): boolean => {
  const own = risks.filter((one) => one.set === set && one.reader === reader)
  return new Set(own.map(({ acts }) => acts.count)).size > 1
}

interface Of {
  readonly set: string
  readonly reader: string
}

export const lossTable = (losses: readonly Losses[]): string =>
  markdownTable(
    ['orders', 'by', 'goals', ...STAGES],
    losses.map(({ set, reader, stages }) => [
      set,
      reader,
      String(stages.linking.of),
      ...STAGES.map((stage) => counted(stages[stage])),
    ]),
  )

export const tagTable = (shares: ReadonlyMap<string, Share>): string =>
  markdownTable(
    ['tag', 'goals', 'likeliest reading exact'],
    [...shares].map(([tag, share]) => [tag, String(share.of), counted(share)]),
  )

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const points = (share: number): string =>
  `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`.replace('-', '−')

/** A count with the interval of its share in per cent. */
function counted({ count, of, low, high }: Share): string {
  return of === 0 ? '–' : `${count} (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %)`
}
