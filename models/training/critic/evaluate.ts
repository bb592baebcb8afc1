import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../../src/base/hash.js'
import { parseConfig } from '../../../src/adapters/onnx/config.js'
import { startInference } from '../../../src/adapters/onnx/inference-process.js'
import { OVERVIEW, PATCH, PATCH_NAMES } from '../../../src/adapters/onnx/patches.js'
import { parseAnswer, type Answer } from '../../../src/mind/critic/dialogue/answer.js'
import { confidenceOf } from '../../../src/mind/critic/dialogue/confidence.js'
import { detection, reliability, type Detection } from '../../../src/mind/critic/metrics.js'
import { IMPACTS } from '../../../src/mind/critic/report.js'

/**
 * Examines the exported model on the test splits, through the product's own inference thread, and writes the result
 * into models/manifest.json: `npx tsx models/training/critic/evaluate.ts <data folder>`.
 */
interface Line {
  readonly prompt: string
  readonly answer: string
}

interface Judged {
  readonly truth: Answer
  readonly said: Answer | undefined
  readonly exact: boolean
  readonly c: number
  readonly words: number
}

const MODELS = 'models'
const FILES = ['vision_encoder.onnx', 'embed_tokens.onnx', 'decoder.onnx', 'config.json']
const data = process.argv[2] ?? 'models/training/data/critic'
const path = (name: string): string => join(MODELS, 'critic', name)
const config = parseConfig(readFileSync(path('config.json'), 'utf8'), 'graft-critic')
const graphs = {
  encoder: path('vision_encoder.onnx'),
  embed: path('embed_tokens.onnx'),
  decoder: path('decoder.onnx'),
}
const inference = await startInference(graphs, config)
const numberOf = new Map(config.vocabulary.map((word, i) => [word, i]))
const evaluation = {
  'validation (scatter, grid)': report(await judgeSplit('validation')),
  'test F1…F5 (layout never trained on)': report(await judgeSplit('test-shipped')),
  'test rows (family never trained on)': report(await judgeSplit('test-rows')),
}
await inference.stop()
console.log(JSON.stringify(evaluation, null, 1))
writeManifest()

async function judgeSplit(name: string): Promise<Judged[]> {
  const lines = readFileSync(join(data, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const patches = readFileSync(join(data, `${name}.patches.u8`))
  const overviews = readFileSync(join(data, `${name}.overview.u8`))
  const [p, o] = [PATCH_NAMES.length * PATCH.width * PATCH.height * 3, OVERVIEW.width * OVERVIEW.height * 3]
  const out: Judged[] = []
  for (const [i, line] of lines.entries()) {
    const prompt = line.prompt.split(' ').map((word) => numberOf.get(word) ?? 0)
    const picture = {
      patches: patches.subarray(i * p, (i + 1) * p),
      overview: overviews.subarray(i * o, (i + 1) * o),
    }
    const { words, probs } = await inference.ask({ picture, prompt, limit: config.maxAnswerWords })
    const tokens = words.map((word, k) => ({ text: config.vocabulary[word] ?? '?', prob: probs[k] ?? 0 }))
    const text = tokens.map((token) => token.text).join(' ')
    const truth = parseAnswer(line.answer)
    const said = parseAnswer(text)
    if (!truth.ok) throw new Error(`bad label in ${name}, line ${i + 1}`)
    out.push({
      truth: truth.value,
      said: said.ok ? said.value : undefined,
      exact: text === line.answer,
      c: confidenceOf(tokens),
      words: words.length,
    })
  }
  return out
}

function report(judged: readonly Judged[]) {
  const pairs = judged.map(({ truth, said }) => ({ truth: keys(truth), said: said ? keys(said) : [] }))
  const of = (impact: string): Detection =>
    detection(
      pairs.map(({ truth, said }) => ({
        truth: truth.filter((key) => key.startsWith(impact)),
        said: said.filter((key) => key.startsWith(impact)),
      })),
    )
  const all = detection(pairs)
  const errors = judged.map(({ truth, said }) => Math.abs(truth.overall - (said?.overall ?? 0)))
  return {
    scenes: judged.length,
    unreadable: judged.filter(({ said }) => !said).length,
    exact: share(judged.filter(({ exact }) => exact).length, judged.length),
    ...faceAccuracy(judged),
    idr: round(all.recall),
    precision: round(all.precision),
    perImpact: Object.fromEntries(
      IMPACTS.map((impact) => [impact, of(impact)] as const)
        .filter(([, { real, claimed }]) => real + claimed > 0)
        .map(([impact, d]) => [
          impact,
          { recall: round(d.recall), precision: round(d.precision), real: d.real, claimed: d.claimed },
        ]),
    ),
    meanSeverityError: round(errors.reduce((a, b) => a + b, 0) / judged.length),
    reliability: reliability(judged.map(({ c, exact }) => ({ c, right: exact }))),
  }
}

/** `orientation@2`: one key a finding. */
function keys(answer: Answer): string[] {
  const zones = [...answer.zones].flatMap(([zone, line]) =>
    line.findings.map(({ impact }) => `${impact}@${zone}`),
  )
  const rest = [answer.track, answer.robot, answer.stray, answer.time].flatMap(({ findings }) => findings)
  return [...zones, ...rest.map(({ impact }) => `${impact}@field`)]
}

function faceAccuracy(judged: readonly Judged[]) {
  const slots = judged.flatMap(({ truth, said }) =>
    [...truth.zones].flatMap(([zone, line]) =>
      line.faces.map((face, slot) => ({ face, right: said?.zones.get(zone)?.faces[slot as 0] === face })),
    ),
  )
  const visible = slots.filter(({ face }) => face !== 'hidden')
  const blocks = visible.filter(({ face }) => face !== 'empty')
  const right = (some: typeof slots): number => share(some.filter((slot) => slot.right).length, some.length)
  return { slots: right(slots), visibleSlots: right(visible), facesOfBlocks: right(blocks) }
}

function writeManifest(): void {
  const file = join(MODELS, 'manifest.json')
  const manifest = readManifest(file)
  const files = FILES.map((name) => {
    const bytes = readFileSync(path(name))
    return { path: `critic/${name}`, bytes: bytes.length, sha256: sha256(bytes) }
  })
  const about = JSON.parse(readFileSync(join(data, 'about.json'), 'utf8')) as { splits: unknown }
  const entry = {
    id: 'graft-critic',
    role: 'critic',
    files,
    rebuild: 'npm run models:critic',
    trainedOn: 'rendered frames of random fields, see models/training/critic',
    splits: about.splits,
    seeds: { data: 'per split', training: 1 },
    evaluation,
  }
  manifest.models = [...manifest.models.filter(({ id }) => id !== entry.id), entry]
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

function readManifest(file: string): { models: { id: string }[] } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { models: { id: string }[] }
  } catch {
    return { models: [] }
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : (round(part / whole) ?? 0)
}

function round(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 10_000) / 10_000
}
