import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { ModelEntry } from '#adapters/models/manifest.js'
import { modelSpeaker } from '#learning/field/actor/actor.js'
import { readCalibration } from '#learning/actor/confidence.js'
import type { Completed, LanguageModel } from '#learning/ports.js'
import { compactPrompt } from '#learning/field/actor/prompt/compact.js'
import { readLibrary } from '#app/policy.js'
import { chooseModel, loadLanguage } from '#app/models/open-models.js'
import { readCases, type Case } from './cases.js'
import { examine, isApplicable, promptOf, type Examined } from './examine.js'
import { figuresOf, type ActorFigures } from './figures.js'
import { barsOf, pageOf, type Bar } from './page.js'

export interface ActorBenchOptions {
  readonly data: string
  readonly cases?: number
  readonly model?: string
  /** also ask without grammar, for the validity alone */
  readonly free: boolean
}

export interface ActorBenchResult {
  readonly page: string
  readonly json: { readonly model: string; readonly figures: ActorFigures; readonly bars: readonly Bar[] }
}

const REPLY_TOKENS = 96

/** Every case in words that no training saw, then in those of the training, then without a grammar. */
export async function runActorBench(
  options: ActorBenchOptions,
  report: (line: string) => void,
): Promise<Result<ActorBenchResult, readonly Diagnostic[]>> {
  const library = readLibrary()
  const file = readCases(options.data, library)
  if (!file.ok) return err([file.error])
  const found = await chooseModel('actor', options.model)
  if (!found.ok) return found
  const { entry } = found.value
  const cases = file.value.cases.slice(0, options.cases)
  const model = await loadLanguage(found.value)
  try {
    const meter = new Meter(model)
    const speaker = modelSpeaker({
      model: meter,
      profile: entry.profile ?? 'full',
      seed: 0,
      maxEdits: 1,
      ...calibrated(entry),
    })
    const deps = { library, runs: file.value.runs, now: () => performance.now() }
    const ask = async (words: 'unseen' | 'seen'): Promise<Examined[]> => {
      const examined: Examined[] = []
      for (const test of cases) {
        examined.push(await examine(speaker, test, words, deps))
        if (examined.length % 50 === 0) report(`${words} words: ${examined.length} of ${cases.length}`)
      }
      return examined
    }
    const unseen = await ask('unseen')
    const speed = meter.speed()
    const seen = await ask('seen')
    const free = options.free && entry.profile === 'compact' ? await freeReplies(model, cases, library) : null
    const figures = figuresOf(unseen, seen, free, speed)
    const bars = barsOf(figures)
    return ok({ page: pageOf(entry.id, file.value.split, figures), json: { model: entry.id, figures, bars } })
  } finally {
    await model.dispose()
  }
}

async function freeReplies(
  model: LanguageModel,
  cases: readonly Case[],
  library: ReturnType<typeof readLibrary>,
): Promise<boolean[]> {
  const valid: boolean[] = []
  for (const test of cases) {
    const prompt = compactPrompt(promptOf(test, 'unseen', library), 0)
    const done = await model.complete({ prompt, maxTokens: REPLY_TOKENS, temperature: 0, seed: 0 })
    valid.push(done.complete && isApplicable(done.text, test, library))
  }
  return valid
}

function calibrated(entry: ModelEntry) {
  const calibration = readCalibration(entry['calibration'])
  return calibration === undefined ? {} : { calibration }
}

/** Counts tokens and seconds on their way through. */
class Meter implements LanguageModel {
  readonly id: string
  readonly contextSize: number
  readonly #model: LanguageModel
  readonly #done: { readonly reply: Completed; readonly seconds: number }[] = []

  constructor(model: LanguageModel) {
    this.#model = model
    this.id = model.id
    this.contextSize = model.contextSize
  }

  countTokens(text: string): Promise<number> {
    return this.#model.countTokens(text)
  }

  async complete(request: Parameters<LanguageModel['complete']>[0]): Promise<Completed> {
    const begin = performance.now()
    const reply = await this.#model.complete(request)
    this.#done.push({ reply, seconds: (performance.now() - begin) / 1000 })
    return reply
  }

  dispose(): Promise<void> {
    return this.#model.dispose()
  }

  /** reply tokens a second of whole requests, prompts included */
  speed() {
    const sum = (of: (one: { readonly reply: Completed; readonly seconds: number }) => number): number =>
      this.#done.reduce((total, one) => total + of(one), 0)
    const n = Math.max(1, this.#done.length)
    return {
      tokensPerSecond:
        sum(({ reply }) => reply.tokens) /
        Math.max(
          1e-9,
          sum(({ seconds }) => seconds),
        ),
      promptTokens: sum(({ reply }) => reply.promptTokens) / n,
      replyTokens: sum(({ reply }) => reply.tokens) / n,
    }
  }
}
