import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#base/hash.js'
import type { Examined } from '#lab/bench/critic/examine.js'
import { barsOf, pageOf } from '#lab/bench/critic/page.js'
import { reliabilitySvg } from '#lab/bench/critic/reliability-svg.js'
import { sectionsOf } from '#lab/bench/critic/run-critic-bench.js'
import { SPLITS } from '#lab/training/engine/splits.js'
import { VARIANTS } from '#lab/training/engine/look.js'
import { fieldTest, numbersOf, type Tested } from './field-test.js'
import { EXAM_LOOKS } from './looks.js'
import { CRITIC_FILES, criticFile, openCriticHere } from './model-here.js'

/**
 * Examines the exported, calibrated critic on real episodes of the test split and writes models/manifest.json and the
 * reliability diagram: `npx tsx lab/training/critic/exam/evaluate.ts <data> <out> [episodes [share]]`. The colour
 * threshold is shown the same pictures. What has been examined is
 * kept in <out>/test.jsonl: a run that was cut off goes on.
 */
const data = process.argv[2] ?? 'lab/training/data/critic'
const out = process.argv[3] ?? 'lab/training/out/critic'
const episodes = Number(process.argv[4] ?? 2000)

/** the bars are of these; the others are looks of a camera that is not as it should be */
const BARRED: ReadonlySet<string> = new Set(['all', ...VARIANTS])

const vision = await openCriticHere()
const share = process.argv[5]
const file = join(out, 'test.jsonl')
const all = await fieldTest(vision, 'test', numbersOf(episodes, share), { file, baseline: true })
await vision.dispose()
if (share !== undefined) process.exit(0)
const tested = all.filter(({ n }) => n < episodes)
const sections = sectionsOf(byLook(tested, ({ examined }) => examined))
const baseline = sectionsOf(byLook(tested, ({ threshold }) => threshold ?? []))
console.log(pageOf(`graft-critic on ${tested.length} episodes of the test split`, sections))
console.log(pageOf('the colour threshold on the same pictures', baseline))
console.log(
  pageOf(
    'graft-critic, FINAL only',
    sectionsOf(
      byLook(tested, ({ examined }) => examined),
      'final',
    ),
  ),
)
writeFileSync(
  'docs/images/models/critic-reliability.svg',
  reliabilitySvg(
    'Critic, test split',
    sections.map(({ name, figures }) => ({ name, bins: figures.reliability, ece: figures.ece })),
  ),
)
writeManifest()

/** In the order of the examination's looks. */
function byLook(
  all: readonly Tested[],
  of: (one: Tested) => readonly Examined[],
): ReadonlyMap<string, readonly Examined[]> {
  return new Map(EXAM_LOOKS.map((look) => [look, all.filter((one) => one.look === look).flatMap(of)]))
}

/** Per look what a reader asks first: the network, and what needs no network. */
function looksTable(): readonly object[] {
  return sections.map(({ name, figures }, i) => {
    const plain = baseline[i]?.figures
    return {
      look: name,
      moments: figures.moments,
      idr: rounded(figures.after.recall),
      precision: rounded(figures.after.precision),
      clean: rounded(figures.after.clean),
      c: rounded(figures.meanConfidence),
      ece: rounded(figures.ece),
      threshold: { idr: rounded(plain?.after.recall), precision: rounded(plain?.after.precision) },
    }
  })
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 10_000) / 10_000
}

const trainingOf = (shape: Readonly<Record<string, unknown>>): object => ({
  examples: shape['train'],
  encoderSteps: shape['encoderSteps'],
  decoderSteps: shape['decoderSteps'],
  device: shape['device'],
})

/** The p50 of this table is of a busy machine and of one process: `graft bench critic` measures the product's. */
const publishedBars = (): readonly object[] =>
  barsOf(sections.filter(({ name }) => BARRED.has(name)))
    .filter(({ what }) => !what.endsWith('ms'))
    .map(({ section, what, wanted, got, met }) => ({ section, what, wanted, got: rounded(got), met }))

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
    training: trainingOf(shape),
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
      how: 'lab/training/critic/exam/evaluate.ts; right = all true issues and no other, after grounding',
      looks: looksTable(),
      bars: publishedBars(),
    },
  }
  manifest.models = [entry, ...manifest.models.filter(({ id }) => id !== entry.id)]
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

const CRITIC = 'lab/training/critic'
const FOLDERS = [
  CRITIC,
  `${CRITIC}/moments`,
  `${CRITIC}/net`,
  `${CRITIC}/exam`,
  'lab/training/engine',
  'lab/bench/fields',
]

/** One hash over the recipe's sources: who changes one of them has to train again, or to say why not. */
export function criticSourceHash(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(ts|py|sh)$/.test(name))
      .sort()
      .map((name) => join(folder, name)),
  )
  return sha256(files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n'))
}
