import { writeFileSync } from 'node:fs'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import type { Bounds } from '#simulation/tabletop/sight/enrolled/name-things.js'
import type { Infer } from '#simulation/tabletop/sight/enrolled/network.js'
import { seenThings } from '#simulation/tabletop/sight/enrolled/seen-things.js'
import { openSight } from '../network/open-sight.js'
import { drawScene } from '../scenes/scene.js'
import { Cell } from '../shots/cell.js'
import { labelsOf, shoot, type Shot } from '../shots/shot.js'
import { shortfall } from './figures.js'
import { fitWeights, pairsOf } from './fit-weights.js'
import { candidate } from './pass.js'
import { boundsUnder, CLASSICAL, HSV, nothing, trained, type Reader } from './readers.js'
import { enrolAll, pointsIn, type Sets } from './sets.js'

/**
 * Fits what the readers leave open on scenes of the validation split: the bounds of each, wrong seldom enough
 * and then missing least, and what the differences between a thing and a view weigh.
 *
 *     npx tsx --conditions=source lab/training/sight/exam/calibrate.ts 200 models/sight
 */
const [count = '200', folder = 'models/sight'] = process.argv.slice(2)
/** Numbers of these scenes are none of those that a test shows. */
const FIRST = 1000
const cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
const network = must(openSight(`${folder}/sight.onnx`), 'the network')
const sets = enrolAll(cell, 'validation', network.infer)
const shots = Array.from({ length: Number(count) }, (_, index) =>
  shoot(cell, drawScene('validation', FIRST + index)),
)
/** The network, and nothing in its place, each with weights of its own. */
const [plain, learned] = [nothing, network.infer].map((infer) =>
  trained(
    infer,
    boundsUnder(fitWeights(shots.flatMap((shot) => pairsIn(shot, sets, infer)))),
    infer === nothing ? 'its features alone' : 'trained',
  ),
) as [Reader<Bounds>, Reader<Bounds>]
const runs = [candidate(HSV), candidate(CLASSICAL), candidate(plain), candidate(learned)] as const
for (const shot of shots) for (const run of runs) run.run(shot, sets)

const best = runs.map(({ tallies }) => {
  const ranked = tallies.map((tally, at) => ({ at, loss: shortfall(tally) })).sort((a, b) => a.loss - b.loss)
  return ranked[0]?.at ?? 0
})
const chosen = {
  fittedOn: `validation, ${count} scenes from number ${FIRST} on`,
  hsv: HSV.choices[best[0] ?? 0],
  classical: CLASSICAL.choices[best[1] ?? 0],
  features: plain.choices[best[2] ?? 0],
  trained: learned.choices[best[3] ?? 0],
}
writeFileSync(`${folder}/bounds.json`, `${JSON.stringify(chosen, null, 2)}\n`)
runs.forEach(({ name, tallies }, at) => {
  process.stdout.write(`${name} ${JSON.stringify({ ...tallies[best[at] ?? 0], errors: undefined })}\n`)
})
network.close()
cell.close()

function pairsIn(shot: Shot, { learned: known }: Sets, infer: Infer): ReturnType<typeof pairsOf> {
  const enrolled = shot.scene.enrolled.flatMap(({ name }) => known.get(name) ?? [])
  const seen = seenThings(shot.read.map, pointsIn(shot.read, infer))
  return pairsOf(shot, labelsOf(shot), { seen: seen.filter(({ points }) => points >= 2), enrolled })
}
