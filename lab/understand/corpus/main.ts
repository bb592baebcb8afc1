import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatDiagnostic } from '#base/diagnostic.js'
import { loadLexicon } from '#app/world/hear-order.js'
import { markdownTable } from '#lab/bench/answer.js'
import { readOrders, type FiledOrder } from '../orders.js'
import { orderFiles, setOf, splitOf } from '../sets.js'
import { alikeIn } from './alike.js'
import { suspicionsOf, type Suspicion } from './suspicions.js'

/**
 * Checks labels of orders by the twin, and lists those that look wrong, the worst first:
 *
 *     npx tsx --conditions=source lab/understand/corpus/main.ts [FILE…] [--out FILE] [--most 150]
 *     npx tsx --conditions=source lab/understand/corpus/main.ts --overlaps
 *
 * Without files those for training and choosing. Held-out orders are counted in overlaps and never printed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    most: { type: 'string', default: '150' },
    overlaps: { type: 'boolean', default: false },
  },
})

async function check(): Promise<number> {
  const files = positionals.length > 0 ? positionals : orderFiles(['train', 'choose'])
  if (files.some((file) => splitOf(file) === 'heldout')) return failed('held-out orders are not looked at')
  const orders = await ordersOf(files)
  if (orders === undefined) return 2
  const lexicon = loadLexicon()
  const found: Found[] = []
  for (const [index, order] of orders.entries()) {
    const all = suspicionsOf(order, lexicon)
    if (all.length > 0) found.push({ order, all })
    if (index % 100 === 99) process.stderr.write(`${index + 1} of ${orders.length}\n`)
  }
  found.push(...contradictions(orders))
  const worst = found.sort((a, b) => weightOf(b) - weightOf(a)).slice(0, Number(values.most))
  const text = `${worst.map(textOf).join('\n')}\n`
  if (values.out === undefined) process.stdout.write(text)
  else writeFileSync(values.out, text)
  process.stdout.write(
    `${found.length} of ${orders.length} orders have something about them; ${worst.length} listed\n`,
  )
  return 0
}

interface Found {
  readonly order: FiledOrder
  readonly all: readonly Suspicion[]
}

const weightOf = ({ all }: Found): number => all.reduce((sum, { weight }) => sum + weight, 0)

/** The same words of the same speaker with two meanings. */
const contradictions = (orders: readonly FiledOrder[]): readonly Found[] =>
  alikeIn(orders, orders)
    .filter(
      ({ one, other, isSame }) => isSame && one.speaker === other.speaker && labelOf(one) !== labelOf(other),
    )
    .map(({ one, other }) => ({
      order: one,
      all: [
        { weight: 8, why: `${setOf(other.file)}:${other.line} says the same and means ${labelOf(other)}` },
      ],
    }))

const labelOf = ({ kind, goals = [], readings = [], never }: FiledOrder): string =>
  `${kind} ${[goals, ...readings]
    .map((one) => [...one].sort().join(' & '))
    .filter(Boolean)
    .sort()
    .join(' | ')}` + `${never.length > 0 ? ` never ${never.join(', ')}` : ''}`

function textOf({ order, all }: Found): string {
  const why = order.why === undefined ? '' : `\n   why: ${order.why}`
  const whose = order.speaker === undefined ? '' : ` (${order.speaker})`
  const reasons = all.map((one) => `\n   ${one.weight.toFixed(1)} ${one.why}`).join('')
  const at = `${weightOf({ order, all }).toFixed(1)} ${setOf(order.file)}:${order.line} ${order.world}`
  return `${at}${whose}: ${order.order}\n   ${labelOf(order)}${why}${reasons}`
}

/** How many orders of each file are alike ones of files that measure. Counts only: nobody reads what is held out. */
async function overlaps(): Promise<number> {
  const orders = await ordersOf(orderFiles())
  if (orders === undefined) return 2
  const sets = [...new Set(orders.map(({ file }) => setOf(file)))]
  const measuring = sets.filter((set) => !['train', 'dev'].includes(splitOf(set)))
  const own = (set: string): readonly FiledOrder[] => orders.filter(({ file }) => setOf(file) === set)
  const rows = sets.map((set) => [
    set,
    ...measuring.map((other) => {
      const alike = alikeIn(own(set), own(other))
      return `${alike.filter(({ isSame }) => isSame).length} / ${alike.length}`
    }),
  ])
  process.stdout.write(`${markdownTable(['the same / nearly the same', ...measuring], rows)}\n`)
  return 0
}

async function ordersOf(files: readonly string[]): Promise<readonly FiledOrder[] | undefined> {
  const read = await readOrders(files)
  if (read.ok) return read.value
  failed(read.error.map(formatDiagnostic).join('\n'))
  return undefined
}

function failed(text: string): number {
  process.stderr.write(`${text}\n`)
  return 2
}

process.exitCode = await (values.overlaps ? overlaps() : check())
