import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { UNLIKELY } from '#instructions/decide.js'
import type { Lexicon } from '#instructions/words/lexicon.js'
import type { Progress } from '#lab/bench/progress.js'
import { examine, type Examined } from './examine.js'
import { csvOf, differencesOf, exactByTag, figuresOf, type Sets } from './figures.js'
import { orderFiles, readOrders, splitOf, type Split } from './orders.js'
import { differenceTable, mainTable, riskTable, tagTable } from './page.js'
import { BEARABLE, chosenThreshold, riskOf } from './risk.js'

export interface UnderstandBench {
  /** files of orders; none: those of the repository */
  readonly orders: readonly string[]
  readonly split?: Split
  readonly csv?: string
  /** print the orders that are not understood as they are meant */
  readonly show: boolean
  /** held-out orders as well: whoever has read them cannot measure with them any more */
  readonly spoil: boolean
  readonly lexicon: Lexicon
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

/** Orders that served neither to write the rules nor to measure them: the fit below which it asks is chosen on them. */
const CHOOSING = 'dev-b'
const LEAST_TAGGED = 5

/** `graft-lab bench understand`: every reader on the same orders. */
export async function runUnderstandBench(
  bench: UnderstandBench,
): Promise<Result<{ readonly page: string; readonly json: unknown }, readonly Diagnostic[]>> {
  const { split } = bench
  const files = (bench.orders.length > 0 ? bench.orders : orderFiles()).filter(
    (file) => split === undefined || splitOf(file) === split,
  )
  const held = files.filter((file) => splitOf(file) === 'heldout')
  if (bench.show && !bench.spoil && held.length > 0) return err([notShown(held)])
  const orders = await readOrders(files)
  if (!orders.ok) return orders
  const progress = bench.progress(orders.value.length)
  const rows: Examined[] = []
  for (const order of orders.value) {
    if (bench.signal.aborted) break
    rows.push(...examine(order, bench.lexicon))
    progress.step(`${setOf(order.file)} ${order.line}`)
    // lets Ctrl-C through
    await new Promise<void>((resolve) => void setImmediate(resolve))
  }
  progress.done()
  const unwritten = bench.csv === undefined ? undefined : written(bench.csv, csvOf(rows))
  if (unwritten !== undefined) return err([unwritten])
  return ok(answerOf(rows, bench.show))
}

const setOf = (file: string): string => basename(file, '.jsonl')

/** By file, and all files of a split together where there are several. */
function setsOf(rows: readonly Examined[]): Sets {
  const sets = new Map<string, readonly Examined[]>()
  for (const row of rows) {
    const set = setOf(row.order.file)
    sets.set(set, [...(sets.get(set) ?? []), row])
  }
  for (const split of ['dev', 'heldout'] as const) {
    const own = rows.filter(({ order }) => splitOf(order.file) === split)
    if (new Set(own.map(({ order }) => order.file)).size > 1) sets.set(`all ${split}`, own)
  }
  return sets
}

function answerOf(rows: readonly Examined[], isShown: boolean) {
  const sets = setsOf(rows)
  const figures = figuresOf(sets)
  const differences = differencesOf(sets)
  const risks = new Map([...sets].map(([set, own]) => [set, riskOf(own)] as const))
  const choosing = risks.get(CHOOSING)
  const chosen = choosing === undefined ? undefined : chosenThreshold(choosing)
  const tags = new Map(
    [...sets]
      .map(([set, own]) => [set, exactByTag(own, LEAST_TAGGED)] as const)
      .filter(([, all]) => all.size > 0),
  )
  const why =
    `The lowest fit from which on at most ${100 * BEARABLE} % of ${CHOOSING} are done otherwise: ` +
    `${chosen ?? 'none'}; decide.ts asks below ${UNLIKELY}.`
  const page = [
    ...(isShown ? [shownOf(rows)] : []),
    'Intervals of shares: Wilson, 95 %; of differences: Newcombe, paired.',
    mainTable(figures),
    `Reader less keyword parser on the same orders, in points of per cent:`,
    differenceTable(differences),
    ...[...risks].flatMap(([set, risk]) => [`Risk against coverage, ${set}:`, riskTable(risk)]),
    ...(choosing === undefined ? [] : [why]),
    ...[...tags].flatMap(([set, shares]) => [
      `Goals by tag, ${set} (tags of ${LEAST_TAGGED} or more):`,
      tagTable(shares),
    ]),
  ].join('\n\n')
  const byTag = [...tags].flatMap(([set, all]) => [...all].map(([tag, share]) => ({ set, tag, ...share })))
  const risk = [...risks].flatMap(([set, all]) => all.map((one) => ({ set, ...one })))
  return { page, json: { figures, differences, risk, chosen: chosen ?? null, unlikely: UNLIKELY, byTag } }
}

const RIGHT = { goal: ['as meant'], ask: ['asked', 'offered'], refuse: ['refused'] } as const

/** The orders that the reader does not understand as they are meant. */
function shownOf(rows: readonly Examined[]): string {
  const wrong = rows.filter(
    ({ reader, order, outcome }) =>
      reader === 'reader' && !(RIGHT[order.kind] as readonly string[]).includes(outcome),
  )
  return wrong
    .map(({ order, outcome, said }) => {
      const { goals, readings, never, why } = order
      const meant = [...(goals === undefined ? (readings ?? []) : [goals])]
        .map((one) => one.join(' & '))
        .join(' | ')
      const not = never.length > 0 ? ` never ${never.join(', ')}` : ''
      const at = `${setOf(order.file)}:${order.line} ${order.world}`
      return `${at}: ${order.order}\n   meant ${meant || (why ?? '')}${not}\n   ${outcome}: ${said}`
    })
    .join('\n')
}

const notShown = (files: readonly string[]): Diagnostic => ({
  code: 'orders.held-out',
  severity: 'error',
  message: 'held-out orders are not shown: who has read them can measure nothing with them any more',
  got: files.map((file) => basename(file)).join(', '),
  hint: 'show the others with --split dev; --spoil shows these, and they are held out no longer',
})

function written(file: string, text: string): Diagnostic | undefined {
  try {
    writeFileSync(file, text)
    return undefined
  } catch (cause) {
    return {
      code: 'bench.not-written',
      severity: 'error',
      message: `${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      hint: 'name a file in a folder that exists',
    }
  }
}
