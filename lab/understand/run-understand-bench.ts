import { writeFileSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Lexicon } from '#instructions/words/lexicon.js'
import type { Progress } from '#lab/bench/progress.js'
import { answerOf, drawingOf } from './answer.js'
import { examine, type Examined } from './examine.js'
import { csvOf } from './figures.js'
import { readOrders } from './orders.js'
import type { OrderReader } from './readers.js'
import { orderFiles, setOf, splitOf, SPLITS, type Split } from './sets.js'
import { notShown, shownOf, type Shown } from './shown.js'

export interface UnderstandBench {
  /** files of orders; none: those of the repository that models are not trained on */
  readonly orders: readonly string[]
  readonly split?: Split
  /** only orders of this world */
  readonly world?: string
  readonly readers: readonly OrderReader[]
  /** names of those whose readings are shown */
  readonly shownReaders: readonly string[]
  /** judge likeliest readings, without search */
  readonly top: boolean
  readonly csv?: string
  readonly svg?: string
  /** print orders with what is meant and what is read */
  readonly show?: Shown
  /** held-out orders as well: whoever has read them cannot measure with them any more */
  readonly spoil: boolean
  readonly lexicon: Lexicon
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

/** `graft-lab bench understand`: every reader on the same orders. */
export async function runUnderstandBench(
  bench: UnderstandBench,
): Promise<Result<{ readonly page: string; readonly json: unknown }, readonly Diagnostic[]>> {
  const { show, world } = bench
  const files = filesOf(bench)
  const held = files.filter((file) => splitOf(file) === 'heldout')
  if (show !== undefined && !bench.spoil && held.length > 0) return err([notShown(held)])
  const read = await readOrders(files)
  if (!read.ok) return read
  const orders = read.value.filter((order) => world === undefined || order.world === world)
  if (orders.length === 0) return err([noneIn(world ?? '')])
  const rows: Examined[] = []
  const progress = bench.progress(orders.length)
  for (const order of orders) {
    if (bench.signal.aborted) break
    rows.push(...(await examine(order, bench)))
    progress.step(`${setOf(order.file)} ${order.line}`)
    // lets Ctrl-C through
    await new Promise<void>((resolve) => void setImmediate(resolve))
  }
  progress.done()
  const unwritten = [
    ...(bench.csv === undefined ? [] : written(bench.csv, csvOf(rows))),
    ...(bench.svg === undefined ? [] : written(bench.svg, drawingOf(rows))),
  ]
  if (unwritten.length > 0) return err(unwritten)
  const { page, json } = answerOf(rows)
  const shown = rows.filter(({ reader }) => bench.shownReaders.includes(reader))
  return ok({ page: show === undefined ? page : `${shownOf(shown, show)}\n\n${page}`, json })
}

function filesOf({ orders, split }: UnderstandBench): readonly string[] {
  // what a model has learnt by heart tells nothing about it, and takes a quarter of an hour
  const splits = split === undefined ? SPLITS.filter((one) => one !== 'train') : [split]
  if (orders.length === 0) return orderFiles(splits)
  return split === undefined ? orders : orders.filter((file) => splitOf(file) === split)
}

const noneIn = (world: string): Diagnostic => ({
  code: 'orders.none',
  severity: 'error',
  message: `there are no orders in the world ${world}`,
  got: world,
  hint: 'name a world that some of the orders are given in',
})

function written(file: string, text: string): readonly Diagnostic[] {
  try {
    writeFileSync(file, text)
    return []
  } catch (cause) {
    return [
      {
        code: 'bench.not-written',
        severity: 'error',
        message: `${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
        hint: 'name a file in a folder that exists',
      },
    ]
  }
}
