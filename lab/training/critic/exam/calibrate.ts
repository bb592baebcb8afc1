import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sectionsOf } from '#lab/bench/critic/run-critic-bench.js'
import { reliabilitySvg } from '#lab/bench/critic/reliability-svg.js'
import { figuresOf, sameKeys } from '#lab/bench/critic/figures.js'
import type { Examined } from '#lab/bench/critic/examine.js'
import { fieldTest, numbersOf } from './field-test.js'
import { confidenceUnder, fitCalibration } from './fit-calibration.js'
import { criticFile, openCriticHere } from './model-here.js'

/**
 * Fits the confidence on real episodes of the validation split and writes it into `models/critic/config.json`:
 * `npx tsx lab/training/critic/exam/calibrate.ts <out folder> [episodes [share]]`. A report counts as right when it
 * claims, after grounding, all true issues and no other. The diagram shows validation before and after; the test split
 * is evaluate.ts's.
 */
const out = process.argv[2] ?? 'lab/training/out/critic'
const episodes = Number(process.argv[3] ?? 320)
const PICTURES = 'docs/images/models'

const vision = await openCriticHere(null)
const share = process.argv[4]
const tested = await fieldTest(vision, 'validation', numbersOf(episodes, share), {
  file: join(out, 'validation.jsonl'),
})
await vision.dispose()
// one of several processes that only look; whoever comes without a share finds what they saw
if (share !== undefined) process.exit(0)
const examined = tested.flatMap((one) => one.examined).filter(({ unavailable }) => !unavailable)
const samples = examined.map(({ logit, hidden, differ, astray, said, truth }) => ({
  logit,
  hidden,
  differ,
  astray,
  right: sameKeys(said, truth),
}))
const calibration = fitCalibration(samples)
const after = examined.map((one, i): Examined => ({
  ...one,
  c: confidenceUnder(calibration, samples[i] as (typeof samples)[number]),
}))
const config = JSON.parse(readFileSync(criticFile('config.json'), 'utf8')) as object
writeFileSync(criticFile('config.json'), `${JSON.stringify({ ...config, calibration }, null, 1)}\n`)

const [raw, fitted] = [figuresOf(examined), figuresOf(after)]
mkdirSync(PICTURES, { recursive: true })
writeFileSync(
  join(PICTURES, 'critic-calibration.svg'),
  reliabilitySvg('Critic, validation split', [
    { name: 'product of word probabilities', bins: raw.reliability, ece: raw.ece },
    { name: 'calibrated', bins: fitted.reliability, ece: fitted.ece },
  ]),
)
const looks = sectionsOf(new Map([['validation', after]]))
console.log(
  JSON.stringify({
    calibration,
    reports: samples.length,
    eceBefore: raw.ece,
    eceAfter: fitted.ece,
    idr: looks[0]?.figures.after,
  }),
)
