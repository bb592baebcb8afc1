import { writeFileSync } from 'node:fs'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { seenThings } from '#simulation/tabletop/sight/enrolled/seen-things.js'
import { openSight } from '../network/open-sight.js'
import { drawScene } from '../scenes/scene.js'
import { Cell } from '../shots/cell.js'
import { shoot, type Shot } from '../shots/shot.js'
import { shortfall } from './figures.js'
import { fitWeights, pairsOf } from './fit-weights.js'
import { candidate } from './pass.js'
import { boundsUnder, CLASSICAL, HSV, trained } from './readers.js'
import { enrolAll, pointsIn, type Sets } from './sets.js'

/**
 * Fits what the readers leave open on scenes of the validation split: the bounds of each, by how far it is from the
 * bars, and what the differences between a thing and a view weigh.
 *
 *     npx tsx --conditions=source lab/training/sight/exam/calibrate.ts 120 models/sight
 */
const [count = '120', folder = 'models/sight'] = process.argv.slice(2)
const cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
const network = must(openSight(`${folder}/sight.onnx`), 'the network')
const sets = enrolAll(cell, 'validation', network.infer)
const shots = Array.from({ length: Number(count) }, (_, index) => shoot(cell, drawScene('validation', index)))
const weights = fitWeights(shots.flatMap((shot) => pairsIn(shot, sets)))
const learned = trained(network.infer, boundsUnder(weights))
const runs = [candidate(HSV), candidate(CLASSICAL), candidate(learned)] as const
for (const shot of shots) for (const run of runs) run.run(shot, sets)

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

function pairsIn(shot: Shot, { learned: known }: Sets): ReturnType<typeof pairsOf> {
  const enrolled = shot.scene.enrolled.flatMap(({ name }) => known.get(name) ?? [])
  const seen = seenThings(shot.read.map, pointsIn(shot.read, network.infer))
  return pairsOf(
    shot,
    seen.filter(({ points }) => points >= 2),
    enrolled,
  )
}
