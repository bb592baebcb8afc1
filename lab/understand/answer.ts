import { UNLIKELY } from '#instructions/decide.js'
import type { Examined } from './examine.js'
import { differencesOf, exactByTag, figuresOf, lossesOf, readersIn, type Sets } from './figures.js'
import { differenceTable, lossTable, mainTable, riskTable, tagTable } from './page.js'
import { SHIPPED } from './readers.js'
import { riskSvg } from './risk-svg.js'
import { BEARABLE, chosenThreshold, riskCurve, riskOf, risksOf } from './risk.js'
import { setOf, splitOf, SPLITS } from './sets.js'

const LEAST_TAGGED = 5

/** What the bench has to say, for people and for machines. */
export function answerOf(rows: readonly Examined[]): { readonly page: string; readonly json: unknown } {
  const sets = setsOf(rows)
  const figures = figuresOf(sets)
  const differences = differencesOf(sets)
  const losses = lossesOf(sets)
  const risk = risksOf(sets)
  const chosen = chosenOf(rows)
  const tags = [...sets].flatMap(([set, own]) => {
    const shares = exactByTag(own, LEAST_TAGGED)
    return shares.size === 0 ? [] : [{ set, shares }]
  })
  const page = [
    'Intervals of shares: Wilson, 95 %; of differences: Newcombe, paired.',
    mainTable(figures),
    'One reader less another one on the same orders, in points of per cent:',
    differenceTable(differences),
    'Where goals are lost:',
    lossTable(losses),
    'Risk against coverage:',
    riskTable(risk),
    ...Object.entries(chosen).map(([reader, fit]) => chosenText(reader, fit)),
    ...tags.flatMap(({ set, shares }) => [
      `Goals by tag, ${set} (tags of ${LEAST_TAGGED} or more), ${SHIPPED}:`,
      tagTable(shares),
    ]),
  ].join('\n\n')
  const byTag = tags.flatMap(({ set, shares }) => [...shares].map(([tag, share]) => ({ set, tag, ...share })))
  return { page, json: { figures, differences, losses, risk, chosen, unlikely: UNLIKELY, byTag } }
}

/** Risk against coverage of every reader on all of these orders, as SVG. */
export function drawingOf(rows: readonly Examined[]): string {
  const sets = [...new Set(rows.map(({ order }) => setOf(order.file)))].join(', ')
  const orders = new Set(rows.map(({ order }) => order)).size
  const curves = readersIn(rows).map((reader) => ({ reader, risks: riskCurve(rows, reader) }))
  return riskSvg(curves, `Risk against coverage on ${orders} orders (${sets})`)
}

/** By file, and all files of a split together where there are several. */
function setsOf(rows: readonly Examined[]): Sets {
  const sets = new Map<string, readonly Examined[]>()
  const files = new Set(rows.map(({ order }) => order.file))
  const add = (name: string, is: (file: string) => boolean): void =>
    void sets.set(
      name,
      rows.filter(({ order }) => is(order.file)),
    )
  for (const file of files) add(setOf(file), (one) => setOf(one) === setOf(file))
  for (const split of SPLITS)
    if ([...files].filter((file) => splitOf(file) === split).length > 1)
      add(`all ${split}`, (file) => splitOf(file) === split)
  return sets
}

/** By reader, the fit below which it had better ask, where there are orders to choose it on. */
function chosenOf(rows: readonly Examined[]): Readonly<Record<string, number | null>> {
  const own = rows.filter(({ order }) => splitOf(order.file) === 'choose')
  return Object.fromEntries(
    readersIn(own).map((reader) => [reader, chosenThreshold(riskOf(own, reader)) ?? null]),
  )
}

const chosenText = (reader: string, fit: number | null): string =>
  `The lowest fit from which on at most ${100 * BEARABLE} % of the orders for choosing are done otherwise by ` +
  `${reader}: ${fit ?? 'none'}${reader === SHIPPED ? `; decide.ts asks below ${UNLIKELY}` : ''}.`
