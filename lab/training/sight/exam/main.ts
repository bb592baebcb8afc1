import { Command, Option } from 'commander'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { openSight } from '../network/open-sight.js'
import { wholeNumber } from '#app/command-line/options.js'
import { must } from '#base/result.js'
import { readBounds } from './read-bounds.js'
import { Cell } from '../shots/cell.js'
import { BARS, lineOf, linesOf, percent, quantileMm, share, type Line } from './figures.js'
import { candidate, passOver } from './pass.js'
import { CLASSICAL, HSV, nothing, trained } from './readers.js'
import { enrolAll } from './sets.js'

/**
 * What is read from pictures of held-out shapes, colours and arrangements: colour thresholds, the best without a model,
 * and the trained network, in one table.
 *
 *     npm run bench:sight -- --scenes 80
 *
 * Ends with 1 when the trained network misses a bar.
 */
const asked = new Command('bench:sight')
  .description('how well things that were shown once are named, beside readers without the network')
  .addOption(
    new Option('--split <name>', 'whose scenes; nothing may be chosen by those of test')
      .choices(['test', 'validation'])
      .default('test'),
  )
  .option('--scenes <n>', 'how many; 80 take ten minutes', wholeNumber(1, 1000), 80)
  .option('--from <n>', 'number of the first', wholeNumber(0, 1_000_000), 0)
  .option('--models <folder>', 'where sight.onnx and bounds.json are', 'models/sight')
  .option('--json', 'for programs', false)
  .addHelpText(
    'after',
    '\nExit codes: 0 the network meets all bars · 1 it misses one · 2 the command line or a file was refused',
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
const { split, scenes, from, models, json } = asked.opts<{
  split: 'test' | 'validation'
  scenes: number
  from: number
  models: string
  json: boolean
}>()
const read = readBounds(models)
const bounds = read.ok ? read.value : asked.error(`error: ${read.error}`)
const cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
const network = must(openSight(`${models}/sight.onnx`), 'the network')
const sets = enrolAll(cell, split, network.infer)
const runs = [
  candidate(HSV, [bounds.hsv]),
  candidate(CLASSICAL, [bounds.classical]),
  candidate(trained(nothing, [bounds.features], 'its features alone')),
  candidate(trained(network.infer, [bounds.trained])),
]
const closures = passOver(cell, { split, from, scenes, sets }, runs)
network.close()
cell.close()

const lines: Line[] = runs.flatMap(({ name, tallies }) => tallies.flatMap((tally) => linesOf(name, tally)))
lines.push(lineOf('handles by depth', 'open or shut', closures))
const hidden = runs.flatMap(({ name, tallies }) =>
  tallies.map((tally) => ({
    reader: name,
    due: tally.hidden.due,
    right: share(tally.hidden.right, tally.hidden.due),
    medianMm: quantileMm(tally.errors, 0.5),
    mostMm: quantileMm(tally.errors, 0.95),
  })),
)
if (json) process.stdout.write(`${JSON.stringify({ split, lines, hidden })}\n`)
else print()
const own = lines.find(({ reader, statement }) => reader === 'trained' && statement === 'all of these')
const unseen = hidden.find(({ reader }) => reader === 'trained')
const isMet =
  (own?.wrong[0] ?? 1) <= BARS.wrong &&
  (own?.missed[0] ?? 1) <= BARS.missed &&
  (unseen?.right[0] ?? 0) >= BARS.hidden
process.exitCode = isMet ? 0 : 1

function print(): void {
  const text = [
    `${split}: ${scenes} scenes; shares in % with intervals of 95 %`,
    ...lines.map(
      (line) =>
        `${line.reader}: ${line.statement}: wrong ${percent(line.wrong)} of ${line.said} said, ` +
        `missed ${percent(line.missed)} of ${line.due} due`,
    ),
    ...hidden.map(
      (each) =>
        `${each.reader}: not to be seen: right ${percent(each.right)} of ${each.due}; ` +
        `position median ${each.medianMm.toFixed(1)} mm, 95 % within ${each.mostMm.toFixed(1)} mm`,
    ),
  ]
  process.stdout.write(`${text.join('\n')}\n`)
}
