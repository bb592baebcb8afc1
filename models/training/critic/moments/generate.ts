import { mkdirSync, openSync, writeSync, closeSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stream } from '../../../../src/base/random.js'
import { rasterise } from '../../../../src/adapters/camera-sim/raster.js'
import { cutPatches, OVERVIEW, PATCH, PATCH_NAMES } from '../../../../src/adapters/onnx/patches.js'
import { MAX_ANSWER_WORDS, VOCABULARY } from '../../../../src/mind/critic/dialogue/answer.js'
import { FACT_COUNT, factsLine } from '../../../../src/mind/critic/dialogue/claims.js'
import { REFUTED_WORDS, refutedLine } from '../../../../src/mind/critic/dialogue/refuted.js'
import { sceneRegions } from '../../../../src/mind/perception/regions.js'
import { renderSvg } from '../../../../src/sim/render/render.js'
import { randomField, type Family } from '../../engine/fields.js'
import { seedOf, SPLITS, type SplitName } from '../../engine/splits.js'
import { randomMoment } from './episodes.js'

import { judge } from './judge.js'
import { randomCameras, randomLook } from './looks.js'
import { drawOccluders, randomOccluders } from './occluders.js'
import { randomRefutations } from './refutations.js'
import { viewOf } from './view.js'

/**
 * Writes the critic's data set: `npx tsx models/training/critic/moments/generate.ts <folder> [scale [part,…]]`. The splits are the
 * engine's. Pictures are stored as rectified patches (uint8), answers as text.
 */
const PARTS: readonly { readonly name: SplitName; readonly count: number }[] = [
  { name: 'train', count: 11_000 },
  { name: 'validation', count: 600 },
  { name: 'test', count: 1000 },
]

const only = process.argv[4]?.split(',')
const folder = process.argv[2] ?? 'models/training/data/critic'
const scale = Number(process.argv[3] ?? 1)
mkdirSync(folder, { recursive: true })
const about = {
  vocabulary: VOCABULARY,
  patch: PATCH,
  overview: OVERVIEW,
  patchNames: PATCH_NAMES,
  maxAnswer: MAX_ANSWER_WORDS,
  promptWords: FACT_COUNT,
  refutedWords: REFUTED_WORDS,
}
writeFileSync(
  join(folder, 'about.json'),
  JSON.stringify(
    { ...about, splits: PARTS.map(({ name, count }) => ({ ...SPLITS[name], count })), scale },
    null,
    1,
  ),
)
for (const part of PARTS) if (only?.includes(part.name) ?? true) await write(part)

async function write({ name, count }: (typeof PARTS)[number]): Promise<void> {
  const { families } = SPLITS[name]
  const open = (suffix: string): number => openSync(join(folder, `${name}.${suffix}`), 'w')
  const [patches, overviews, lines] = [open('patches.u8'), open('overview.u8'), open('jsonl')]
  for (let i = 0; i < Math.ceil(count * scale); i++) {
    const example = await makeExample(seedOf(SPLITS[name], i), families[i % families.length] as Family)
    writeSync(patches, example.pictures.patches)
    writeSync(overviews, example.pictures.overview)
    writeSync(lines, `${JSON.stringify(example.line)}\n`)
  }
  for (const file of [patches, overviews, lines]) closeSync(file)
}

async function makeExample(seed: number, family: Family) {
  const rng = stream('critic-data', seed)
  const map = randomField(rng, family)
  const { scene, claims } = randomMoment(rng, map)
  const { nominal, real } = randomCameras(rng)
  const look = randomLook(rng)
  const occluders = randomOccluders(rng, real)
  const frame = await rasterise(drawOccluders(renderSvg(scene, real, look), occluders), look, seed)
  const view = viewOf(scene, real, occluders)
  const refuted = randomRefutations(rng, judge(view, claims), claims)
  const facts = factsLine(claims)
  return {
    pictures: cutPatches(frame, sceneRegions(map, nominal)),
    line: {
      seed,
      family,
      prompt: refuted.length === 0 ? facts : `${facts} ${refutedLine(refuted)}`,
      answer: judge(view, claims, refuted),
      stray: strayCells(map, view.stray),
      robotHidden: view.robot === 'hidden',
      occluders: occluders.length,
      level: look.level,
    },
  }
}

/** Stray blocks in overview pixels, for the encoder's first lesson. */
function strayCells(
  map: { size: { x: number; y: number } },
  stray: readonly { x: number; y: number }[],
): number[][] {
  return stray.map(({ x, y }) => [
    ((x + 0.1) / (map.size.x + 0.2)) * OVERVIEW.width,
    (1 - (y + 0.1) / (map.size.y + 0.2)) * OVERVIEW.height,
  ])
}
