import { startBareLoop, type BareRun } from '#adapters/llama/bare-loop.js'
import { modelPath } from '#adapters/models/manifest.js'
import { ModelError, type LanguageModel } from '#learning/ports.js'
import type { ListedModel } from '#app/models/model-lists.js'
import { loadLanguage } from '#app/models/open-models.js'
import { children, residentMb } from './resident.js'
import { HISTORY_LINES, sampleFor, type Sample } from './field-samples.js'

/** Times in milliseconds, speeds in tokens per second, memory in megabytes; medians over the rounds. */
export interface LanguageFigures {
  readonly kind: 'language'
  readonly loadMs: number
  readonly residentMb: number | null
  readonly promptTokens: number
  readonly promptPerSecond: number
  readonly firstTokenColdMs: number
  /** the same prompt with different last lines, right after a similar one */
  readonly firstTokenWarmMs: number
  readonly reusedTokens: number
  /** cold ÷ warm */
  readonly warmGain: number
  readonly freePerSecond: number
  readonly grammarPerSecond: number
  /** our tokens/s ÷ those of node-llama-cpp's bare loop in the same rounds */
  readonly freeRatio: number
  readonly grammarRatio: number
}

export interface Effort {
  readonly rounds: number
  /** maximum tokens per reply */
  readonly tokens: number
}

/**
 * Alternates our path and the bare loop, so that both run under the same conditions.
 * @throws ModelError if the model cannot be loaded, or its context is too small for every sample prompt
 */
export async function benchLanguage(model: ListedModel, effort: Effort): Promise<LanguageFigures> {
  const before = children()
  const { value: language, ms: loadMs } = await timed(() => loadLanguage(model))
  const pid = children().find((child) => !before.includes(child))
  const { entry, dir } = model
  const file = modelPath(dir, entry.files[0] ?? { path: '' })
  const bare = await startBareLoop({ file, contextSize: entry.contextSize ?? 4096 })
  try {
    const sample = await fitting(language, entry.profile ?? 'full', effort.tokens)
    const first = await firstTokens(language, sample, effort.rounds)
    const loop = (prompt: string, maxTokens: number, grammar?: string): Promise<BareRun> =>
      bare.ask({ prompt, maxTokens, ...(grammar === undefined ? {} : { grammar }) })
    const talk = await talkative(language, sample, effort.tokens)
    const free = await speeds(language, loop, { prompts: talk, effort })
    const bound = await speeds(language, loop, { prompts: sample.prompts, effort, grammar: sample.grammar })
    return {
      kind: 'language',
      loadMs,
      residentMb: (pid === undefined ? undefined : residentMb(pid))?.now ?? null,
      ...first,
      freePerSecond: free.ours,
      grammarPerSecond: bound.ours,
      freeRatio: free.ratio,
      grammarRatio: bound.ratio,
    }
  } finally {
    await bare.stop()
    await language.dispose()
  }
}

/** The longest sample that leaves room for a reply. */
async function fitting(language: LanguageModel, profile: 'compact' | 'full', reply: number): Promise<Sample> {
  for (const lines of HISTORY_LINES) {
    const sample = sampleFor(profile, lines)
    const tokens = await language.countTokens(sample.prompts[0] ?? '')
    if (tokens + reply < language.contextSize) return sample
  }
  throw new ModelError(`${language.id}: its context of ${language.contextSize} tokens holds no sample prompt`)
}

/** Cold: after a prompt with a different prefix, so nothing can be reused; warm: after one with the same prefix. */
async function firstTokens(language: LanguageModel, { prompts, stranger }: Sample, rounds: number) {
  const cold: number[] = []
  const warm: number[] = []
  let [promptTokens, reusedTokens] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    for (const [i, prompt] of prompts.entries()) {
      await one(language, stranger)
      const a = await timed(() => one(language, prompt))
      const b = await timed(() => one(language, prompts[(i + 1) % prompts.length] ?? prompt))
      cold.push(a.ms)
      warm.push(b.ms)
      promptTokens = a.value.promptTokens
      reusedTokens = b.value.reusedTokens ?? 0
    }
  }
  const [firstTokenColdMs, firstTokenWarmMs] = [median(cold), median(warm)]
  return {
    promptTokens,
    reusedTokens,
    firstTokenColdMs,
    firstTokenWarmMs,
    promptPerSecond: (promptTokens / firstTokenColdMs) * 1000,
    warmGain: firstTokenColdMs / firstTokenWarmMs,
  }
}

const one = (language: LanguageModel, prompt: string) =>
  language.complete({ prompt, maxTokens: 1, temperature: 0, seed: 0 })

/** The prompts with the longest replies: a reply of three tokens says nothing about speed. */
async function talkative(
  language: LanguageModel,
  sample: Sample,
  maxTokens: number,
): Promise<readonly string[]> {
  const replies: { readonly prompt: string; readonly tokens: number }[] = []
  for (const prompt of [...sample.prompts, ...sample.babble]) {
    const { tokens } = await language.complete({ prompt, maxTokens, temperature: 0, seed: 0 })
    replies.push({ prompt, tokens })
  }
  const longest = replies.toSorted((a, b) => b.tokens - a.tokens)
  return longest.slice(0, sample.prompts.length).map(({ prompt }) => prompt)
}

interface Load {
  readonly prompts: readonly string[]
  readonly effort: Effort
  readonly grammar?: string | undefined
}

/** Our path is timed from outside, including messages: a whole reply minus its first token. */
async function speeds(
  language: LanguageModel,
  bare: (prompt: string, maxTokens: number, grammar?: string) => Promise<BareRun>,
  { prompts, effort: { rounds, tokens: maxTokens }, grammar }: Load,
): Promise<{ readonly ours: number; readonly ratio: number }> {
  const [ours, ratios]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const [own, theirs] = [new Rate(), new Rate()]
    for (const prompt of prompts) {
      const request = { prompt, temperature: 0, seed: 0, ...(grammar === undefined ? {} : { grammar }) }
      await one(language, prompt)
      const start = await timed(() => language.complete({ ...request, maxTokens: 1 }))
      const whole = await timed(() => language.complete({ ...request, maxTokens }))
      own.add(whole.value.tokens - 1, whole.ms - start.ms)
      const loop = await bare(prompt, maxTokens, grammar)
      theirs.add(loop.tokens - 1, loop.totalMs - loop.firstMs)
    }
    ours.push(own.perSecond)
    ratios.push(own.perSecond / theirs.perSecond)
  }
  return { ours: median(ours), ratio: median(ratios) }
}

class Rate {
  #tokens = 0
  #ms = 0

  add(tokens: number, ms: number): void {
    this.#tokens += Math.max(0, tokens)
    this.#ms += Math.max(0, ms)
  }

  get perSecond(): number {
    return (this.#tokens / this.#ms) * 1000
  }
}

export interface Timed<T> {
  readonly value: T
  readonly ms: number
}

export async function timed<T>(action: () => Promise<T>): Promise<Timed<T>> {
  const began = performance.now()
  const value = await action()
  return { value, ms: performance.now() - began }
}

/** NaN if empty */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = NaN, high = NaN] = [sorted[middle - (1 - (sorted.length % 2))], sorted[middle]]
  return (low + high) / 2
}
