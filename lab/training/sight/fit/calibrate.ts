import { writeFileSync } from 'node:fs'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { createProgress } from '#lab/bench/progress.js'
import { openSight } from '../network/open-sight.js'
import { drawScene, FITTED_FROM } from '../scenes/scene.js'
import { Cell } from '../shots/cell.js'
import { labelsOf, shoot } from '../shots/shot.js'
import { bestOf } from '../exam/figures.js'
import { fitReader, lookAt, type Looked } from './fit-reader.js'
import { candidate } from '../exam/pass.js'
import { CLASSICAL, HSV, nothing } from '../exam/readers.js'
import { enrolAll } from '../exam/sets.js'

/**
 * Fits what the readers leave open on scenes of the validation split and of the one that is there to fit on: what the
 * differences between a thing and a view weigh, and the bounds of each reader, wrong seldom enough and then missing
 * least.
 *
 *     npx tsx --conditions=source lab/training/sight/fit/calibrate.ts 600 models/sight
 */
const [count = '600', folder = 'models/sight'] = process.argv.slice(2)
/** Colour thresholds, and depth, colour and size have few bounds: fewer scenes tell them. */
const FEW = 40
/** The reader without the network is fitted on so many scenes of each split. */
const PLAIN = 200
const cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
const network = must(openSight(`${folder}/sight.onnx`), 'the network')
const simple = [candidate(HSV), candidate(CLASSICAL)] as const
const looked: { readonly learned: Looked[]; readonly plain: Looked[] } = { learned: [], plain: [] }
const progress = createProgress(2 * Number(count), 0, process.stderr, () => performance.now())
for (const [split, from] of [
  ['validation', FITTED_FROM],
  ['fit', 0],
] as const) {
  const sets = enrolAll(cell, split, network.infer)
  for (let index = 0; index < Number(count); index++) {
    const shot = shoot(cell, drawScene(split, from + index))
    const labels = labelsOf(shot)
    if (split === 'validation' && index < FEW) for (const run of simple) run.run(shot, sets)
    looked.learned.push(lookAt(shot, labels, sets, network.infer))
    if (index < PLAIN) looked.plain.push(lookAt(shot, labels, sets, nothing))
    progress.step(`scene ${from + index} of ${split}`)
  }
}
progress.done()
network.close()
cell.close()

const [hsv, classical] = simple.map(({ name, tallies }) => {
  const best = bestOf(tallies)
  say(name, tallies[best])
  return best
})
const plain = fitReader(looked.plain)
say('its features alone', plain.tally)
const learned = fitReader(looked.learned)
say('trained', learned.tally)
const chosen = {
  fittedOn:
    `${count} scenes of validation and of the split to fit on, the first look on the first 200; ` +
    `its features alone: the first ${PLAIN} of each; the readers without weights: the first ${FEW} of validation`,
  hsv: HSV.choices[hsv ?? 0],
  classical: CLASSICAL.choices[classical ?? 0],
  trained: learned.bounds,
  features: plain.bounds,
}
writeFileSync(`${folder}/bounds.json`, `${JSON.stringify(chosen, null, 2)}\n`)

function say(name: string, tally: object | undefined): void {
  process.stdout.write(`${name} ${JSON.stringify({ ...tally, errors: undefined })}\n`)
}
