/**
 * Fits the curve from what a model did to how often it is right: `tsx lab/training/actor/publish/calibrate.ts
 * MODEL.gguf CASES.jsonl OUT.json`, with cases of the validation split. OUT.json holds the calibration, and the error
 * before and after on one half of the cases when the other half is fitted (the published fit uses both).
 */
import { writeFileSync } from 'node:fs'
import { formatDiagnostic } from '#base/diagnostic.js'
import { loadLlamaModel } from '#adapters/llama/llama-model.js'
import { readCases } from '#lab/bench/actor/cases.js'
import { examine, promptOf } from '#lab/bench/actor/examine.js'
import { eceOf } from '#lab/bench/actor/figures.js'
import {
  agreementOf,
  confidenceOf,
  logit,
  meanProbability,
  probabilityOf,
  type Calibration,
} from '#learning/actor/confidence.js'
import { fixGrammar } from '#learning/field/actor/grammar/fix-grammar.js'
import { compactPrompt } from '#learning/field/actor/prompt/compact.js'
import { ok } from '#base/result.js'
import { readShipped } from '../samples.js'

interface Graded {
  readonly probability: number
  readonly mean: number
  readonly agreement: number
  readonly right: boolean
}

const CONTEXT = 1024
const REPLY_TOKENS = 96

const [file, caseFile, out] = process.argv.slice(2)
if (file === undefined || caseFile === undefined || out === undefined)
  throw new Error('usage: calibrate.ts MODEL.gguf CASES.jsonl OUT.json')
const { library } = readShipped()
const read = readCases(caseFile, library)
if (!read.ok) throw new Error(formatDiagnostic(read.error))
const model = await loadLlamaModel({ id: 'candidate', file, contextSize: CONTEXT, chat: false })
const seen: Graded[] = []
for (const test of read.value.cases) {
  const prompt = promptOf(test, 'unseen', library)
  const grammar = fixGrammar({ situation: prompt.situation, library, maxEdits: 1 })
  const request = {
    prompt: compactPrompt(prompt, 0),
    grammar,
    maxTokens: REPLY_TOKENS,
    temperature: 0,
    seed: 0,
  }
  const reply = await model.complete(request)
  const agreement = await agreementOf(reply, 0, (more) => model.complete({ ...request, ...more }))
  const speaker = { editsPerReply: 1, speak: () => Promise.resolve(ok({ text: reply.text, confidence: 0 })) }
  const { answered } = await examine(speaker, test, 'unseen', {
    library,
    runs: read.value.runs,
    now: () => 0,
  })
  seen.push({
    probability: probabilityOf(reply),
    mean: meanProbability(reply),
    agreement,
    right: answered.best,
  })
}
await model.dispose()
const half = fit(seen.filter((_, i) => i % 2 === 0))
const rest = seen.filter((_, i) => i % 2 === 1)
const report = {
  calibration: fit(seen),
  cases: seen.length,
  right: seen.filter(({ right }) => right).length / seen.length,
  sampledShare: seen.filter(({ agreement }) => agreement < 1).length / seen.length,
  ece: {
    meanTokenProbability: eceOf(rest.map(({ mean, right }) => ({ c: mean, right }))),
    replyProbability: eceOf(rest.map(({ probability, right }) => ({ c: probability, right }))),
    calibrated: eceOf(rest.map((one) => ({ c: calibrated(one, half), right: one.right }))),
  },
}
writeFileSync(out, `${JSON.stringify(report, null, 2)}\n`)

function calibrated({ probability, agreement }: Graded, calibration: Calibration): number {
  return confidenceOf(probability, agreement, calibration)
}

/** Logistic regression by plain gradient descent, pulled a little towards "as the model says". */
function fit(examples: readonly Graded[]): Calibration {
  let [bias, slope, disagreement] = [0, 1, 0]
  const rate = 0.05
  const pull = 0.01
  for (let step = 0; step < 4000; step++) {
    let [db, ds, dd] = [pull * bias, pull * (slope - 1), pull * disagreement]
    for (const one of examples) {
      const error = (calibrated(one, { bias, slope, disagreement }) - Number(one.right)) / examples.length
      db += error
      ds += error * logit(one.probability)
      dd += error * (1 - one.agreement)
    }
    bias -= rate * db
    slope -= rate * ds
    disagreement -= rate * dd
  }
  const rounded = (value: number): number => Math.round(1000 * value) / 1000
  return { bias: rounded(bias), slope: rounded(slope), disagreement: rounded(disagreement) }
}
