import {
  LlamaGrammarEvaluationState,
  type LlamaContext,
  type LlamaContextSequence,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'
import { ModelError, type Completed, withoutThought } from '#learning/ports.js'
import { textOf } from '../model-process/messages.js'
import { llamaEngine } from './engine.js'
import { CHUNK, PromptCache } from './prompt-cache.js'
import { endsWith, promptEncoder, type PromptEncoder, type Thought } from './prompt-encoder.js'
import { quickConfidence, type Greedy } from './quick-confidence.js'
import type { LlamaModelOptions, Written } from './llama-model.js'

/**
 * Opens a GGUF file in this process. Flash attention is off: with long prompts it makes small models decode about half
 * as fast. The full window of sliding-window models is kept, so that they too can return to an earlier prompt.
 * @throws ModelError when the file cannot be loaded
 */
export async function openLlamaWriter(options: LlamaModelOptions): Promise<LlamaWriter> {
  try {
    const llama = await llamaEngine()
    const model = await llama.loadModel({ modelPath: options.file, gpuLayers: 0 })
    const context = await openContext(model, options.contextSize)
    return new LlamaWriter(options, model, context)
  } catch (error) {
    throw new ModelError(`${options.id}: cannot load ${options.file}: ${textOf(error)}`)
  }
}

/** One thread, and never a smaller context than requested. */
export const openContext = (model: LlamaModel, contextSize: number): Promise<LlamaContext> =>
  model.createContext({
    contextSize,
    batchSize: CHUNK,
    threads: 1,
    flashAttention: false,
    swaFullCache: true,
    failedCreationRemedy: false,
  })

/** Answers one request at a time. A reply depends only on its request, not on earlier ones. */
export class LlamaWriter {
  readonly #options: LlamaModelOptions
  readonly #model: LlamaModel
  readonly #sequence: LlamaContextSequence
  readonly #greed: Greedy
  readonly #cache: PromptCache
  readonly #encoder: PromptEncoder
  readonly #thinkTokens: number

  constructor(options: LlamaModelOptions, model: LlamaModel, context: LlamaContext) {
    this.#options = options
    this.#model = model
    this.#sequence = context.getSequence()
    this.#greed = quickConfidence(context)
    this.#cache = new PromptCache(this.#sequence)
    this.#encoder = promptEncoder(model, options.chat, (options.thinkTokens ?? 0) > 0)
    this.#thinkTokens = this.#encoder.thought === undefined ? 0 : (options.thinkTokens ?? 0)
  }

  countTokens(text: string): number {
    return this.#encoder.encode(text).length
  }

  async complete(request: Written, signal: AbortSignal): Promise<Completed> {
    const refuse = (): void => {
      if (signal.aborted) throw new ModelError(`${this.#options.id}: aborted`)
    }
    refuse()
    const prompt = this.#encoder.encode(request.prompt)
    this.#refuseOverlong(prompt.length, request.maxTokens)
    this.#greed.on = request.temperature === 0
    try {
      const { rest, reused } = await this.#cache.load(prompt, refuse)
      const begin = await this.#think(rest, request, refuse)
      const reply = await this.#write(begin, request, refuse)
      return { promptTokens: prompt.length, reusedTokens: reused, ...reply }
    } catch (error) {
      if (!signal.aborted) this.#cache.forget()
      throw error
    }
  }

  #refuseOverlong(prompt: number, reply: number): void {
    const { id, contextSize } = this.#options
    if (prompt + this.#thinkTokens + reply <= contextSize) return
    const thought = this.#thinkTokens > 0 ? ` + ${this.#thinkTokens} for thinking` : ''
    const needed = `${prompt} + ${reply}${thought} tokens`
    throw new ModelError(`${id}: prompt and reply need ${needed}, the context holds ${contextSize}`)
  }

  /**
   * Lets the model think, without a grammar and within its token limit. @returns the tokens that the answer continues
   * from
   */
  async #think(rest: Token[], request: Written, refuse: () => void): Promise<Token[]> {
    const { thought } = this.#encoder
    if (thought === undefined || this.#thinkTokens === 0) return rest
    const said: Token[] = []
    for await (const { token } of this.#stream(rest, request, undefined)) {
      refuse()
      if (this.#model.isEogToken(token)) return [...thought.close, ...thought.gap]
      said.push(token)
      if (this.#closes(said, thought)) return [token, ...thought.gap]
      if (said.length === this.#thinkTokens) return [token, ...thought.close, ...thought.gap]
    }
    return rest
  }

  #closes(said: readonly Token[], { closeText }: Thought): boolean {
    const tail = said.slice(-closeText.length - 2)
    return this.#model.detokenize(tail, true).trimEnd().endsWith(closeText)
  }

  async #write(begin: Token[], request: Written, refuse: () => void) {
    const tokens: Token[] = []
    const probs: number[] = []
    let complete = false
    const grammar = await this.#grammarState(request)
    for await (const { token, confidence } of this.#stream(begin, request, grammar)) {
      refuse()
      probs.push(confidence)
      if (this.#model.isEogToken(token)) complete = true
      else tokens.push(token)
      const stop = this.#encoder.stops.find((tail) => endsWith(tokens, tail))
      if (stop !== undefined) {
        tokens.splice(-stop.length)
        complete = true
      }
      if (complete || tokens.length === request.maxTokens) break
    }
    return { text: this.#text(tokens), tokens: tokens.length, ...certainty(probs), complete }
  }

  #text(tokens: Token[]): string {
    const text = this.#model.detokenize(tokens)
    return this.#options.chat ? withoutThought(text) : text
  }

  #stream(tokens: Token[], request: Written, grammar: LlamaGrammarEvaluationState | undefined) {
    return this.#sequence.evaluateWithMetadata(
      tokens,
      { confidence: true },
      {
        temperature: request.temperature,
        yieldEogToken: true,
        seed: request.seed,
        ...(grammar ? { grammarEvaluationState: grammar } : {}),
      },
    )
  }

  async #grammarState(request: Written): Promise<LlamaGrammarEvaluationState | undefined> {
    if (request.grammar === undefined) return undefined
    const llama = await llamaEngine()
    const grammar = await llama.createGrammar({ grammar: request.grammar })
    return new LlamaGrammarEvaluationState({ model: this.#model, grammar })
  }
}

function certainty(probs: readonly number[]): { meanLogProb: number; minProb: number } {
  if (probs.length === 0) return { meanLogProb: 0, minProb: 1 }
  const sum = probs.reduce((total, prob) => total + Math.log(Math.max(prob, 1e-12)), 0)
  return { meanLogProb: sum / probs.length, minProb: Math.min(...probs) }
}
