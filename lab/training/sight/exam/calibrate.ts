import { writeFileSync } from 'node:fs'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { openSight } from '../network/open-sight.js'
import { must } from '#base/result.js'
import { Cell } from '../shots/cell.js'
import { shortfall } from './figures.js'
import { candidate, passOver } from './pass.js'
import { CLASSICAL, HSV, trained } from './readers.js'
import { enrolAll } from './sets.js'

/**
 * Chooses the bounds of every reader on scenes of the validation split, by how far each is from the bars.
 *
 *     npx tsx --conditions=source lab/training/sight/exam/calibrate.ts 150 models/sight
 */
const [count = '150', folder = 'models/sight'] = process.argv.slice(2)
const cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
const network = must(openSight(`${folder}/sight.onnx`), 'the network')
const learned = trained(network.infer)
const sets = enrolAll(cell, 'validation', network.infer)
const runs = [candidate(HSV), candidate(CLASSICAL), candidate(learned)] as const
passOver(cell, { split: 'validation', from: 0, scenes: Number(count), sets }, runs)
const best = runs.map(({ tallies }) => {
  const ranked = tallies.map((tally, at) => ({ at, loss: shortfall(tally) })).sort((a, b) => a.loss - b.loss)
  return ranked[0]?.at ?? 0
})
const chosen = {
  fittedOn: `validation, ${count} scenes`,
  hsv: HSV.choices[best[0] ?? 0],
  classical: CLASSICAL.choices[best[1] ?? 0],
  trained: learned.choices[best[2] ?? 0],
}
writeFileSync(`${folder}/bounds.json`, `${JSON.stringify(chosen, null, 2)}\n`)
runs.forEach(({ name, tallies }, at) => {
  process.stdout.write(`${name} ${JSON.stringify({ ...tallies[best[at] ?? 0], errors: undefined })}\n`)
})
network.close()
cell.close()
