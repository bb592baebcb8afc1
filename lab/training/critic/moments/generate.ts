import { mkdirSync, openSync, writeSync, closeSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stream } from '#base/random.js'
import { rasterise } from '#simulation/camera/raster.js'
import { cutPatches, OVERVIEW, PATCH, PATCH_NAMES } from '#adapters/onnx/field/patches.js'
import { MAX_ANSWER_WORDS, VOCABULARY } from '#learning/field/critic/dialogue/answer.js'
import { FACT_COUNT, claimsLine } from '#learning/field/critic/dialogue/claims.js'
import { REFUTED_WORDS, refutedLine } from '#learning/field/critic/dialogue/refuted.js'
import { sceneRegions } from '#learning/field/perception/regions.js'
import { registered } from '#learning/field/perception/registration.js'
import { renderSvg } from '#simulation/field/render/render.js'
import { randomField, type Family } from '#lab/training/engine/fields.js'
import { seedOf, SPLITS, type SplitName } from '#lab/training/engine/splits.js'
import { blinded, distorted, randomDistortion } from './distort.js'
import { randomMoment } from './episodes.js'
import { rightAnswer as judge } from '#lab/bench/truth/right-answer.js'
import { randomCameras, randomLook } from './looks.js'
import { drawOccluders, randomOccluders } from './occluders.js'
import { randomRefutations } from './refutations.js'
import { viewOf } from './view.js'

/**
 * Writes the critic's data set: `npx tsx lab/training/critic/moments/generate.ts <folder> [scale [part,… [share]]]`.
 * The splits are the engine's. Pictures are stored as rectified patches (uint8), answers as text. A share as `1/2`
 * writes the second half of each part into files of its own (`train-1.jsonl`), for processes side by side; build.sh
 * joins them.
 */
const PARTS: readonly { readonly name: SplitName; readonly count: number }[] = [
  { name: 'train', count: 12_000 },
  { name: 'validation', count: 400 },
  { name: 'test', count: 200 },
]

const only = process.argv[4]?.split(',')
const folder = process.argv[2] ?? 'lab/training/data/critic'
const scale = Number(process.argv[3] ?? 1)
const [share, shares] = (process.argv[5] ?? '0/1').split('/').map(Number) as [number, number]
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
  const own = shares === 1 ? name : `${name}-${share}`
  const open = (suffix: string): number => openSync(join(folder, `${own}.${suffix}`), 'w')
  const all = Math.ceil(count * scale)
  const [first, end] = [share, share + 1].map((i) => Math.floor((i * all) / shares)) as [number, number]
  const [patches, overviews, lines] = [open('patches.u8'), open('overview.u8'), open('jsonl')]
  for (let i = first; i < end; i++) {
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
  const distortion = randomDistortion(rng, real)
  const clean = await rasterise(drawOccluders(renderSvg(scene, real, look), occluders), look, seed)
  const frame = distorted(clean, distortion)
  const view = viewOf(scene, real, [...occluders, ...blinded(distortion)])
  const { camera, sure } = registered(frame, nominal, map)
  const refuted = randomRefutations(rng, judge(view, claims), claims)
  const facts = claimsLine(claims)
  return {
    pictures: cutPatches(frame, sceneRegions(map, camera)),
    line: {
      seed,
      family,
      prompt: refuted.length === 0 ? facts : `${facts} ${refutedLine(refuted)}`,
      answer: judge(view, claims, refuted),
      stray: strayCells(map, view.stray),
      robotHidden: view.robot === 'hidden',
      occluders: occluders.length,
      level: look.level,
      registered: sure,
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
