import { mkdirSync, openSync, writeSync, closeSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CameraModel } from '../../../src/base/camera-model.js'
import { stream, type Rng } from '../../../src/base/random.js'
import { rasterise } from '../../../src/adapters/camera-sim/raster.js'
import { cutPatches, OVERVIEW, PATCH, PATCH_NAMES } from '../../../src/adapters/onnx/patches.js'
import { MAX_ANSWER_WORDS, VOCABULARY } from '../../../src/mind/critic/dialogue/answer.js'
import { factsLine } from '../../../src/mind/critic/dialogue/claims.js'
import { sceneRegions } from '../../../src/mind/perception/regions.js'
import { MAST_CAMERA } from '../../../src/sim/render/camera-pose.js'
import type { Look } from '../../../src/sim/render/look.js'
import { renderSvg } from '../../../src/sim/render/render.js'
import { randomMoment } from './episodes.js'
import { randomField, type Family } from './fields.js'
import { judge } from './judge.js'
import { viewOf } from './view.js'

/**
 * Writes the critic's data set: `npx tsx models/training/critic/generate.ts <folder> [scale]`. Each split has its own
 * seeds and families of fields; the shipped layout and `rows` appear in the test split only. Pictures are stored as
 * rectified patches (uint8), answers as text.
 */
const SPLITS: readonly { name: string; families: readonly Family[]; seed: number; count: number }[] = [
  { name: 'train', families: ['scatter', 'grid'], seed: 1_000_000, count: 7000 },
  { name: 'validation', families: ['scatter', 'grid'], seed: 2_000_000, count: 400 },
  { name: 'test-shipped', families: ['shipped'], seed: 3_000_000, count: 500 },
  { name: 'test-rows', families: ['rows'], seed: 4_000_000, count: 500 },
]

/** Orange-up bits of load zones 1, 3, 5, 7 on F1…F5. */
const SHIPPED_FACES = [
  ['0000', '0000', '0000', '0000'],
  ['1111', '0000', '1111', '0000'],
  ['0101', '1010', '0011', '1100'],
  ['0001', '0111', '1000', '1110'],
  ['1111', '1111', '1111', '1111'],
] as const

const folder = process.argv[2] ?? 'models/training/data/critic'
const scale = Number(process.argv[3] ?? 1)
mkdirSync(folder, { recursive: true })
const about = {
  vocabulary: VOCABULARY,
  patch: PATCH,
  overview: OVERVIEW,
  patchNames: PATCH_NAMES,
  maxAnswer: MAX_ANSWER_WORDS,
}
writeFileSync(join(folder, 'about.json'), JSON.stringify({ ...about, splits: SPLITS, scale }, null, 1))
for (const split of SPLITS) await write(split)

async function write(split: (typeof SPLITS)[number]): Promise<void> {
  const open = (suffix: string): number => openSync(join(folder, `${split.name}.${suffix}`), 'w')
  const [patches, overviews, lines] = [open('patches.u8'), open('overview.u8'), open('jsonl')]
  for (let i = 0; i < Math.ceil(split.count * scale); i++) {
    const example = await makeExample(split.seed + i, split.families[i % split.families.length] as Family, i)
    writeSync(patches, example.pictures.patches)
    writeSync(overviews, example.pictures.overview)
    writeSync(lines, `${JSON.stringify(example.line)}\n`)
  }
  for (const file of [patches, overviews, lines]) closeSync(file)
}

async function makeExample(seed: number, family: Family, i: number) {
  const rng = stream('critic-data', seed)
  const map = randomField(rng, family)
  const orange =
    family === 'shipped'
      ? new Map([1, 3, 5, 7].map((id, k) => [id, SHIPPED_FACES[i % 5]?.[k] ?? '0000']))
      : undefined
  const moment = randomMoment(rng, map, orange)
  const nominal = family === 'shipped' || rng.chance(0.5) ? MAST_CAMERA : shaken(rng, MAST_CAMERA, 0.06)
  const camera = shaken(rng, nominal, 0.006)
  const look = family === 'shipped' && i % 10 === 0 ? { ...randomLook(rng), level: 1 } : randomLook(rng)
  const frame = await rasterise(renderSvg(moment.scene, camera, look), look, seed)
  const view = viewOf(moment.scene, camera)
  return {
    pictures: cutPatches(frame, sceneRegions(map, nominal)),
    line: {
      seed,
      family,
      prompt: factsLine(moment.claims),
      answer: judge(view, moment.claims),
      stray: strayCells(map, view.stray),
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

/** A camera that somebody bumped into: eye and aim moved by normal deviates of this size, metres. */
function shaken(rng: Rng, camera: CameraModel, by: number): CameraModel {
  const shift = ([x, y, z]: CameraModel['eye']): CameraModel['eye'] => [
    x + by * rng.normal(),
    y + by * rng.normal(),
    z + by * rng.normal(),
  ]
  return {
    ...camera,
    eye: shift(camera.eye),
    lookAt: shift(camera.lookAt),
    focal: camera.focal * (1 + 0.1 * by * rng.normal()),
  }
}

function randomLook(rng: Rng): Look {
  const between = (a: number, b: number): number => a + (b - a) * rng.next()
  return {
    light: { azimuth: between(0, 360), elevation: between(30, 85) },
    ambient: between(0.3, 0.7),
    shadow: between(0.1, 0.5),
    floor: rng.chance(0.7) ? 'grey' : 'wood',
    level: Math.exp(between(Math.log(0.38), Math.log(1.45))),
    kelvin: between(3000, 8500),
    vignette: between(0, 0.45),
    noise: between(0, 7),
  }
}
