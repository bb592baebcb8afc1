import {
  LlamaGrammarEvaluationState,
  type LlamaContextSequence,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'
import { ModelError, type Completed } from '../../mind/ports.js'
import { llamaEngine } from './engine.js'
import { promptEncoder } from './prompt-encoder.js'
import type { LlamaModelOptions, Written } from './llama-model.js'

/**
 * Opens a GGUF file in this process. Flash attention is off: with long prompts it makes small models decode about twice
 * as slowly.
 * @throws ModelError when the file cannot be loaded
 */
export async function openLlamaWriter(options: LlamaModelOptions): Promise<LlamaWriter> {
  try {
    const llama = await llamaEngine()
    const model = await llama.loadModel({ modelPath: options.file, gpuLayers: 0 })
    const context = await model.createContext({
      contextSize: options.contextSize,
      batchSize: options.contextSize,
      threads: 1,
      flashAttention: false,
    })
    return new LlamaWriter(options, model, context.getSequence())
  } catch (error) {
    throw new ModelError(`${options.id}: cannot load ${options.file}: ${messageOf(error)}`)
  }
}

/** Answers each request on an empty context, so that a reply depends on its request alone. One at a time. */
export class LlamaWriter {
  readonly #id: string
  readonly #contextSize: number
  readonly #model: LlamaModel
  readonly #sequence: LlamaContextSequence
  readonly #encode: (prompt: string) => Token[]

  constructor(options: LlamaModelOptions, model: LlamaModel, sequence: LlamaContextSequence) {
    this.#id = options.id
    this.#contextSize = options.contextSize
    this.#model = model
    this.#sequence = sequence
    this.#encode = promptEncoder(model, options.chat)
  }

  countTokens(text: string): number {
    return this.#encode(text).length
  }

  async complete(request: Written, signal: AbortSignal): Promise<Completed> {
    this.#refuseAborted(signal)
    const prompt = this.#encode(request.prompt)
    if (prompt.length + request.maxTokens > this.#contextSize) {
      const needed = `${prompt.length} + ${request.maxTokens} tokens`
      throw new ModelError(
        `${this.#id}: prompt and reply need ${needed}, the context holds ${this.#contextSize}`,
      )
    }
    await this.#sequence.clearHistory()
    const tokens: Token[] = []
    const probs: number[] = []
    let complete = false
    for await (const { token, confidence } of this.#stream(
      prompt,
      request,
      await this.#grammarState(request),
    )) {
      this.#refuseAborted(signal)
      if (this.#model.isEogToken(token)) {
        complete = true
        probs.push(confidence)
        break
      }
      tokens.push(token)
      probs.push(confidence)
      if (tokens.length === request.maxTokens) break
    }
    return {
      text: this.#model.detokenize(tokens),
      promptTokens: prompt.length,
      tokens: tokens.length,
      ...certainty(probs),
      complete,
    }
  }

  #stream(prompt: Token[], request: Written, grammar: LlamaGrammarEvaluationState | undefined) {
    return this.#sequence.evaluateWithMetadata(
      prompt,
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

  #refuseAborted(signal: AbortSignal): void {
    if (signal.aborted) throw new ModelError(`${this.#id}: aborted`)
  }
}

function certainty(probs: readonly number[]): { meanLogProb: number; minProb: number } {
  if (probs.length === 0) return { meanLogProb: 0, minProb: 1 }
  const sum = probs.reduce((total, prob) => total + Math.log(Math.max(prob, 1e-12)), 0)
  return { meanLogProb: sum / probs.length, minProb: Math.min(...probs) }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
