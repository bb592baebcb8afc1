import { basename } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Examined } from './examine.js'
import type { FiledOrder } from './orders.js'
import { setOf } from './sets.js'

export const SHOWN = ['wrong', 'all'] as const
export type Shown = (typeof SHOWN)[number]

const RIGHT = { goal: ['as meant'], ask: ['asked', 'offered'], refuse: ['refused'] } as const

/** Orders with what is meant and what each reader makes of them: all, or those that one does not understand so. */
export function shownOf(rows: readonly Examined[], shown: Shown): string {
  const orders = new Map<FiledOrder, readonly Examined[]>()
  for (const row of rows) orders.set(row.order, [...(orders.get(row.order) ?? []), row])
  return [...orders]
    .map(([order, all]) => [order, shown === 'all' ? all : all.filter((row) => !isRight(row))] as const)
    .filter(([, own]) => own.length > 0)
    .map(([order, own]) => `${orderText(order)}\n${own.map(readingText).join('\n')}`)
    .join('\n')
}

const isRight = ({ order, outcome }: Examined): boolean =>
  (RIGHT[order.kind] as readonly string[]).includes(outcome)

function orderText({ file, line, world, order, goals, readings = [], never, before, why = '' }: FiledOrder) {
  const meant = (goals === undefined ? readings : [goals]).map((one) => one.join(' & ')).join(' | ')
  const not = never.length > 0 ? ` never ${never.join(', ')}` : ''
  const first = before.map(([one, then]) => ` ${one}<${then}`).join('')
  return `${setOf(file)}:${line} ${world}: ${order}\n   meant ${meant || why}${not}${first}`
}

const readingText = ({ reader, outcome, lost, said }: Examined): string =>
  `   ${reader}: ${outcome}${lost === undefined || lost === 'nowhere' ? '' : ` (${lost})`}: ${said}`

export const notShown = (files: readonly string[]): Diagnostic => ({
  code: 'orders.held-out',
  severity: 'error',
  message: 'held-out orders are not shown: who has read them can measure nothing with them any more',
  got: files.map((file) => basename(file)).join(', '),
  hint: 'name others with --orders or --split dev; --spoil shows these, and they are held out no longer',
})
