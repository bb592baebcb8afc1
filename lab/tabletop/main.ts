import { parseArgs } from 'node:util'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { emptyTally, runTrial } from './trial.js'
import { probeWidths } from './width-probe.js'

/**
 * What the arm at the table achieves by contact, in arrangements that are drawn: picks of what fits and of what does
 * not, how near things stand to where they were seen, forces, penetrations, and how fast the physics runs.
 *
 *     npm run bench:tabletop -- --arrangements 30
 *
 * `--widths` leaves out all but the plates whose declared width is wrong. Ends with 1 when a bar is missed.
 */
const { values } = parseArgs({
  options: {
    arrangements: { type: 'string', default: '30' },
    widths: { type: 'boolean', default: false },
    seed: { type: 'string', default: 'bench' },
    json: { type: 'boolean', default: false },
  },
})
const mujoco = must(await loadMujoco(), 'MuJoCo')
const tally = emptyTally()
const count = Number(values.arrangements)
for (let index = 1; index <= count; index++) {
  if (!values.widths) runTrial(mujoco, `${values.seed} ${index}`, tally)
  probeWidths(mujoco, `${values.seed} ${index}`, tally)
  if (process.stderr.isTTY) process.stderr.write(`\r${index} of ${count} arrangements`)
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
const share = (part: number, of: number): number => (of === 0 ? 0 : (100 * part) / of)
const figures = {
  picks: tally.picks,
  picked: share(tally.picked, tally.picks),
  hopeless: tally.hopeless,
  lifted: share(tally.lifted, tally.hopeless),
  tooWide: tally.tooWide,
  narrow: tally.narrow,
  narrowPicked: share(tally.narrowPicked, tally.narrow),
  placed: tally.placed,
  near: share(tally.near, tally.placed),
  motions: tally.motions,
  deepestMm: tally.deepest * 1000,
  hardestN: tally.hardest,
  watched: share(tally.watched, tally.watched + tally.computed),
  realTime: tally.simulated / tally.computed,
}
const narrow = `${figures.narrowPicked.toFixed(1)} %`
const lines = [
  `picked ${figures.picked.toFixed(1)} % of ${figures.picks} that fit (bar 95)`,
  `lifted ${figures.lifted.toFixed(1)} % of ${figures.hopeless} that are too wide or too heavy (bar 2)`,
  `widths: ${narrow} of ${figures.narrow} plates of 80 to 86 mm that are said to be 81.5 are picked (bar 95)`,
  `widths: ${figures.tooWide} of those that are too wide are plates of 92 to 96 mm, said to be 81.5: contact decides`,
  `near ${figures.near.toFixed(1)} % of ${figures.placed} put down stand within 5 mm of where they are seen (bar 99)`,
  `deepest ${figures.deepestMm.toFixed(2)} mm inside what is not to be touched, in ${figures.motions} motions (bar 2)`,
  `watched in every control step, which takes ${figures.watched.toFixed(0)} % of the time`,
  `hardest ${figures.hardestN.toFixed(0)} N at the wrist (bar 50: twice what a pull may feel)`,
  `physics ${figures.realTime.toFixed(1)} times real time on one core, camera and plans included (bar 8)`,
]
process.stdout.write(values.json ? `${JSON.stringify(figures)}\n` : `${lines.join('\n')}\n`)
const isMet =
  (values.widths || (figures.near >= 99 && figures.picked >= 95)) &&
  figures.narrowPicked >= 95 &&
  figures.lifted <= 2 &&
  figures.deepestMm <= 2 &&
  figures.hardestN <= 50 &&
  figures.realTime >= 8
process.exitCode = isMet ? 0 : 1
