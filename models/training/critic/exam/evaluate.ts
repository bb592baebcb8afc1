import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../../../src/base/hash.js'
import type { Examined } from '../../../../src/main/bench/critic/examine.js'
import { barsOf, pageOf } from '../../../../src/main/bench/critic/page.js'
import { reliabilitySvg } from '../../../../src/main/bench/critic/reliability-svg.js'
import { sectionsOf } from '../../../../src/main/bench/critic/run-critic-bench.js'
import { SPLITS } from '../../engine/splits.js'
import { fieldTest, type Tested } from './field-test.js'
import { CRITIC_FILES, criticFile, openCriticHere } from './model-here.js'
import { criticSourceHash } from './source-hash.js'

/**
 * Examines the exported, calibrated critic on real episodes of the test split and writes models/manifest.json and the
 * reliability diagram: `npx tsx models/training/critic/exam/evaluate.ts <data> <out> [episodes]`. What has been examined is
 * kept in <out>/test.jsonl: a run that was cut off goes on.
 */
const data = process.argv[2] ?? 'models/training/data/critic'
const out = process.argv[3] ?? 'models/training/out/critic'
const episodes = Number(process.argv[4] ?? 2000)

const vision = await openCriticHere()
const numbers = Array.from({ length: episodes }, (_, n) => n)
const tested = (await fieldTest(vision, 'test', numbers, join(out, 'test.jsonl'))).filter(
  ({ n }) => n < episodes,
)
await vision.dispose()
const sections = sectionsOf(byLook(tested))
console.log(pageOf(`graft-critic on ${tested.length} episodes of the test split`, sections))
writeFileSync(
  'docs/images/models/critic-reliability.svg',
  reliabilitySvg(
    'Critic, test split',
    sections.map(({ name, figures }) => ({ name, bins: figures.reliability, ece: figures.ece })),
  ),
)
writeManifest()

function byLook(all: readonly Tested[]): ReadonlyMap<string, readonly Examined[]> {
  const looks = new Map<string, Examined[]>()
  for (const { look, examined } of all) looks.set(look, [...(looks.get(look) ?? []), ...examined])
  return looks
}

function writeManifest(): void {
  const file = 'models/manifest.json'
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { models: { id: string }[] }
  const config = JSON.parse(readFileSync(criticFile('config.json'), 'utf8')) as { calibration?: unknown }
  const shape = JSON.parse(readFileSync(join(out, 'shape.json'), 'utf8')) as Record<string, unknown>
  const about = JSON.parse(readFileSync(join(data, 'about.json'), 'utf8')) as { splits: unknown }
  const entry = {
    id: 'graft-critic',
    role: 'critic',
    files: CRITIC_FILES.map((name) => {
      const bytes = readFileSync(criticFile(name))
      return { path: `critic/${name}`, bytes: bytes.length, sha256: sha256(bytes) }
    }),
    rebuild: 'npm run models:critic',
    trainedOn: 'rendered frames of random moments on random fields, see docs/models/critic.md',
    splits: about.splits,
    seeds: { data: 'per split', training: shape['seed'] },
    training: {
      examples: shape['train'],
      encoderSteps: shape['encoderSteps'],
      decoderSteps: shape['decoderSteps'],
      device: shape['device'],
    },
    hashes: {
      data: sha256(new Uint8Array(readFileSync(join(data, 'train.jsonl')))),
      code: criticSourceHash(),
    },
    calibration: { fittedOn: 'validation', ...(config.calibration as object) },
    evaluation: {
      split: 'test',
      families: SPLITS.test.families,
      episodes: tested.length,
      faults: 'nominal',
      how: 'models/training/critic/exam/evaluate.ts; right = all true issues and no other, after grounding',
      bars: barsOf(sections).map(({ section, what, wanted, got, met }) => ({
        section,
        what,
        wanted,
        got: got === null ? null : Math.round(got * 10_000) / 10_000,
        met,
      })),
    },
  }
  // the p50 of this table is of a busy machine and of one process: graft bench critic measures the product's
  entry.evaluation.bars = entry.evaluation.bars.filter(({ what }) => !what.endsWith('ms'))
  manifest.models = [entry, ...manifest.models.filter(({ id }) => id !== entry.id)]
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}
