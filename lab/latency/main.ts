import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { markdownTable } from '#lab/bench/answer.js'
import { permitLatency, type Sample } from '#lab/link/permit.js'
import { homeLatency } from './home-permits.js'

/**
 * How long the twin takes to judge a command and to give and redeem its permit, on the field and in a home:
 *
 *     npx tsx lab/latency/main.ts [--commands 50000] [--items 40] [--json]
 *
 * Figures of a busy machine say little: its load stands above the table.
 */
const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '50000' },
    items: { type: 'string', default: '40' },
    json: { type: 'boolean', default: false },
  },
})
const [commands, items] = [Number(values.commands), Number(values.items)]
const field = await permitLatency(commands)
const home = homeLatency(items, commands)
const row = (what: string, { n, median, p99, p999 }: Sample): string[] => [
  what,
  String(n),
  ...[median, p99, p999].map((us) => us.toFixed(1)),
]
const table = markdownTable(
  ['judge and permit', 'commands', 'median, µs', '99 %, µs', '99.9 %, µs'],
  [
    row('field F1, the reference plan', field),
    row(`home, ${items} things of ${home.objects} objects: allowed`, home.allowed),
    row('  refused', home.refused),
  ],
)
process.stdout.write(
  `load ${(loadavg()[0] ?? NaN).toFixed(1)} on ${availableParallelism()} cores\n\n${table}\n`,
)
if (values.json) process.stdout.write(`${JSON.stringify({ field, home, items })}\n`)
