import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { openSight } from '../network/open-sight.js'
import { must } from '#base/result.js'
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
const { values } = parseArgs({
  options: {
    scenes: { type: 'string', default: '80' },
    split: { type: 'string', default: 'test' },
    from: { type: 'string', default: '0' },
    models: { type: 'string', default: 'models/sight' },
    json: { type: 'boolean', default: false },
  },
})
const split = values.split === 'validation' ? 'validation' : 'test'
const bounds = JSON.parse(readFileSync(`${values.models}/bounds.json`, 'utf8')) as Record<string, never>
const cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
const network = must(openSight(`${values.models}/sight.onnx`), 'the network')
const sets = enrolAll(cell, split, network.infer)
const runs = [
  candidate(HSV, [bounds['hsv'] as never]),
  candidate(CLASSICAL, [bounds['classical'] as never]),
  candidate(trained(nothing, [bounds['features'] as never], 'its features alone')),
  candidate(trained(network.infer, [bounds['trained'] as never])),
]
const closures = passOver(
  cell,
  { split, from: Number(values.from), scenes: Number(values.scenes), sets },
  runs,
)
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
if (values.json) process.stdout.write(`${JSON.stringify({ split, lines, hidden })}\n`)
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
    `${split}: ${values.scenes} scenes; shares in % with intervals of 95 %`,
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
