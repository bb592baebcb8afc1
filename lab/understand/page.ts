import { markdownTable } from '#lab/bench/answer.js'
import type { Difference, Figures, Share } from './figures.js'
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
    ['orders', 'share', 'of', 'reader', 'keyword parser', 'difference (95 %)'],
    differences.map(({ set, what, orders, reader, keyword, mean, low, high }) => [
      set,
      what,
      String(orders),
      percent(reader),
      percent(keyword),
      `${points(mean)} (${points(low)} to ${points(high)})`,
    ]),
  )

export const riskTable = (risks: readonly Risk[]): string =>
  markdownTable(
    ['asks below a fit of', 'acts on', 'wrong among them', 'acts otherwise, of all'],
    risks.map(({ threshold, acts, wrong, otherwise }) => [
      threshold.toFixed(2),
      counted(acts),
      counted(wrong),
      counted(otherwise),
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
