import { cpSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig, type CriticConfig } from '#adapters/onnx/config.js'
import { openInference } from '#adapters/onnx/inference.js'
import { startInference, type InferenceProcess, loadOnnxVision } from '#adapters/onnx/onnx-vision.js'
import { OVERVIEW, PATCH, PATCH_NAMES } from '#adapters/onnx/field/patches.js'
import { parseManifest, verifyModel, type ModelEntry } from '#adapters/models/manifest.js'
import { VOCABULARY } from '#learning/field/critic/dialogue/answer.js'
import { ModelError } from '#learning/ports.js'

const MODELS = 'models'
const file = (name: string): string => join(MODELS, 'critic', name)
const golden = JSON.parse(readFileSync('test/critic/golden/golden.json', 'utf8')) as {
  prompt: string
  truth: string
  torch: string
}[]
const pictures = readFileSync('test/critic/golden/golden.u8')
const PATCH_BYTES = PATCH_NAMES.length * PATCH.width * PATCH.height * 3
const EXAMPLE_BYTES = PATCH_BYTES + OVERVIEW.width * OVERVIEW.height * 3

let config: CriticConfig
let inference: InferenceProcess

beforeAll(async () => {
  config = parseConfig(readFileSync(file('config.json'), 'utf8'), 'graft-critic')
  inference = await startInference(
    {
      encoder: file('vision_encoder.onnx'),
      embed: file('embed_tokens.onnx'),
      decoder: file('decoder.onnx'),
    },
    config,
  )
  // a process below all others in priority starts slowly on a machine that tests keep busy
}, 120_000)

afterAll(() => inference.stop())

const job = (i: number) => ({
  picture: {
    patches: pictures.subarray(i * EXAMPLE_BYTES, i * EXAMPLE_BYTES + PATCH_BYTES),
    overview: pictures.subarray(i * EXAMPLE_BYTES + PATCH_BYTES, (i + 1) * EXAMPLE_BYTES),
  },
  prompt: (golden[i]?.prompt ?? '').split(' ').map((word) => config.vocabulary.indexOf(word)),
  limit: config.maxAnswerWords,
})

const said = async (i: number): Promise<string> =>
  (await inference.ask(job(i))).words.map((word) => config.vocabulary[word]).join(' ')

test('golden inference: onnxruntime says word for word what torch said', async () => {
  expect(golden.length).toBeGreaterThanOrEqual(6)
  for (const [i, { torch }] of golden.entries()) expect(await said(i)).toBe(torch)
})

test('the same picture gives the same words and the same probabilities, also side by side', async () => {
  const [a, b] = await Promise.all([inference.ask(job(0)), inference.ask(job(0))])
  expect(a).toEqual(b)
  expect(a.probs.every((p) => p > 0 && p <= 1)).toBe(true)
})

test('drafting saves runs of the decoder and changes no word', async () => {
  const graphs = {
    encoder: file('vision_encoder.onnx'),
    embed: file('embed_tokens.onnx'),
    decoder: file('decoder.onnx'),
  }
  const { draft, ...without } = config
  expect(draft).toBeDefined()
  const [drafted, plain] = [
    await openInference({ graphs, config }),
    await openInference({ graphs, config: without }),
  ]
  for (const i of golden.keys()) {
    const [a, b] = [await drafted(job(i)), await plain(job(i))]
    expect(a.words).toEqual(b.words)
    a.probs.forEach((prob, k) => expect(prob).toBeCloseTo(b.probs[k] ?? 0, 4))
  }
})

test('the shipped vocabulary is the one that this version writes and reads', () => {
  expect(config.vocabulary).toEqual(VOCABULARY)
})

test('an aborted question rejects and the next one is answered', async () => {
  const abort = new AbortController()
  const pending = inference.ask(job(0), abort.signal)
  abort.abort()
  await expect(pending).rejects.toThrow(ModelError)
  expect(await said(0)).toBe(golden[0]?.torch)
})

const entry = (): ModelEntry => {
  const manifest = parseManifest(readFileSync(join(MODELS, 'manifest.json'), 'utf8'), 'manifest.json')
  if (!manifest.ok) throw new Error(manifest.error.message)
  return manifest.value.models.find(({ id }) => id === 'graft-critic') as ModelEntry
}

test('the manifest lists the critic with splits, seeds, scores and files of less than 6 MB together', () => {
  const model = entry() as ModelEntry & Record<string, unknown>
  expect(model.role).toBe('critic')
  expect(model.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(6_000_000)
  expect(Object.keys(model)).toEqual(expect.arrayContaining(['trainedOn', 'splits', 'seeds', 'evaluation']))
})

test('a missing or changed file is named with both hashes and the command that makes it again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'graft-critic-'))
  cpSync(join(MODELS, 'critic'), join(folder, 'critic'), { recursive: true })
  expect((await verifyModel(entry(), folder)).ok).toBe(true)
  const decoder = join(folder, 'critic', 'decoder.onnx')
  const bytes = readFileSync(decoder)
  bytes[1000] = (bytes[1000] ?? 0) ^ 1
  writeFileSync(decoder, bytes)
  const changed = await verifyModel(entry(), folder)
  if (changed.ok) return expect.fail('a changed decoder passes')
  expect(changed.error.code).toBe('model.hash-mismatch')
  expect(changed.error.message).toContain('decoder.onnx')
  expect(changed.error.expected).not.toBe(changed.error.got)
  expect(changed.error.hint).toContain('npm run models:critic')
  unlinkSync(decoder)
  expect(await verifyModel(entry(), folder)).toMatchObject({ ok: false, error: { code: 'model.missing' } })
  rmSync(folder, { recursive: true })
})

test('garbage instead of a graph is a ModelError, not a fall-back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'graft-critic-'))
  cpSync(join(MODELS, 'critic'), join(folder, 'critic'), { recursive: true })
  writeFileSync(join(folder, 'critic', 'vision_encoder.onnx'), 'not a graph')
  await expect(loadOnnxVision(entry(), folder)).rejects.toThrow(ModelError)
  rmSync(folder, { recursive: true })
})
