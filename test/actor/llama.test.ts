import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '#base/result.js'
import { llamaEngine } from '#adapters/llama/engine.js'
import { loadLlamaModel } from '#adapters/llama/llama-model.js'
import { parseManifest, verifyModel, type ModelEntry } from '#adapters/models/manifest.js'
import { actorGrammar } from '#learning/field/actor/grammar/grammar.js'
import { parseReply } from '#learning/field/actor/language.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import type { LanguageModel } from '#learning/ports.js'
import { accepts } from './gbnf.js'
import { issue, library, map, report, RETRY, situation, TRIP } from './world.js'

/** What torch wrote for the shipped weights, and how it cuts texts into tokens (lab/training/actor/vectors.py). */
interface Vectors {
  readonly greedy: readonly { readonly prompt: string; readonly reply: string }[]
  readonly tokens: readonly { readonly text: string; readonly ids: readonly number[] }[]
}

const at = (name: string): string => new URL(name, import.meta.url).pathname
const vectors = JSON.parse(readFileSync(at('vectors.json'), 'utf8')) as Vectors
const models = must(
  parseManifest(readFileSync(at('../../models/manifest.json'), 'utf8'), 'manifest'),
  'manifest',
)
const entry = models.models.find(({ id }) => id === 'graft-actor-1m') as ModelEntry

/** a process below all others in priority starts slowly on a machine that tests keep busy */
const START_MS = 120_000

describe('VRL-09: the shipped actor in llama.cpp', () => {
  let file: string
  let model: LanguageModel
  const ask = (prompt: string, more: object = {}) =>
    model.complete({ prompt, maxTokens: 160, temperature: 0, seed: 1, ...more })

  beforeAll(async () => {
    const [path] = must(await verifyModel(entry, at('../../models')), 'model files')
    file = path as string
    model = await loadLlamaModel({ id: entry.id, file, contextSize: 1024, chat: false })
  }, START_MS)
  afterAll(() => model.dispose())

  test('greedy replies equal those of torch', async () => {
    for (const { prompt, reply } of vectors.greedy) expect((await ask(prompt)).text).toBe(reply)
  })

  test('texts are cut into the same tokens, and come back unchanged', async () => {
    const llama = await llamaEngine()
    const own = await llama.loadModel({ modelPath: file, gpuLayers: 0 })
    for (const { text, ids } of vectors.tokens) {
      const tokens = own.tokenize(text, false)
      expect(tokens, JSON.stringify(text)).toEqual(ids)
      expect(own.detokenize(tokens)).toBe(text)
    }
    await own.dispose()
  })

  test('MOD-20: same request, same reply and probabilities, whatever was asked between', async () => {
    const [a, b] = vectors.greedy.map((vector) => vector.prompt) as [string, string]
    const first = await ask(a, { temperature: 1, seed: 7 })
    await ask(b)
    const { reusedTokens: _, ...again } = await ask(a, { temperature: 1, seed: 7 })
    expect(first).toMatchObject(again)
    expect(first.meanLogProb).toBeLessThanOrEqual(0)
    expect(first.minProb).toBeLessThanOrEqual(Math.exp(first.meanLogProb))
  })

  test('a grammar binds the reply, without trailing blanks', async () => {
    const done = await ask('TASK:', { grammar: 'root ::= "[]" | "[" [0-9] "]"\n' })
    expect(done.text).toMatch(/^\[\d?\]$/)
    expect(done.complete).toBe(true)
  })

  test('a reply that is cut off says so, an abort and an overlong prompt throw', async () => {
    const { prompt } = vectors.greedy[0] as { prompt: string }
    expect(await ask(prompt, { maxTokens: 1 })).toMatchObject({ complete: false, tokens: 1 })
    await expect(ask(prompt, { signal: AbortSignal.abort() })).rejects.toThrow(/aborted/)
    await expect(ask('x'.repeat(5000))).rejects.toThrow(/the context holds 1024/)
    expect((await ask(prompt)).complete).toBe(true)
  })

  test('VRL-04: prompts are measured with the model’s own tokenizer', async () => {
    const { prompt } = vectors.greedy[0] as { prompt: string }
    expect(await model.countTokens(prompt)).toBe((await ask(prompt)).promptTokens)
  })
})

test('VRL-02: llama.cpp accepts the grammar, and even a model of noise writes only what it allows', async () => {
  const input = situation(`<Sequence>${RETRY(TRIP(1, 2, '0101'))}<MoveToHome/></Sequence>`, {
    report: report(issue('orientation', 2, { mask: '0001' })),
  })
  const grammar = actorGrammar({ situation: analyse(input), map, library, maxEdits: 2 })
  const model = await loadLlamaModel({
    id: entry.id,
    file: at(`../../models/${entry.files[0]?.path ?? ''}`),
    contextSize: 512,
    chat: false,
  })
  let complete = 0
  for (let seed = 1; seed <= 12; seed++) {
    const done = await model.complete({ prompt: 'EDIT:', grammar, maxTokens: 192, temperature: 3, seed })
    if (done.complete) {
      complete++
      expect(accepts(grammar, done.text), done.text).toBe(true)
      expect(parseReply(done.text, 2).ok).toBe(true)
    }
  }
  expect(complete).toBeGreaterThan(0)
  await model.dispose()
})
