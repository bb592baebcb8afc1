import {
  LlamaGrammarEvaluationState,
  type LlamaContextSequence,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'
import { ModelError, type Completed, type Completion, type LanguageModel } from '../../mind/ports.js'
import { llamaEngine } from './engine.js'
import { promptEncoder } from './prompt-encoder.js'
import { Turn } from './turn.js'

export interface LlamaModelOptions {
  /** manifest id */
  readonly id: string
  /** path of the GGUF file, already verified against the manifest */
  readonly file: string
  /** tokens of prompt and reply together; no more than the model was trained for */
  readonly contextSize: number
  /** the model wants its chat template around the prompt; false = the prompt is continued as it stands */
  readonly chat: boolean
}

/**
 * A GGUF file as `LanguageModel`. Flash attention is off: with long prompts it makes small models decode about twice
 * as slowly. Requests are answered one after the other, each on an empty context, so that a reply depends on its
 * request alone.
 *
 * @throws ModelError when the file cannot be loaded
 */
export async function loadLlamaModel(options: LlamaModelOptions): Promise<LanguageModel> {
  try {
    const llama = await llamaEngine()
    const model = await llama.loadModel({ modelPath: options.file, gpuLayers: 0 })
    const context = await model.createContext({
      contextSize: options.contextSize,
      batchSize: options.contextSize,
      threads: 1,
      flashAttention: false,
    })
    return new LlamaLanguageModel(options, model, context.getSequence())
  } catch (error) {
    throw new ModelError(`${options.id}: cannot load ${options.file}: ${messageOf(error)}`)
  }
}

class LlamaLanguageModel implements LanguageModel {
  readonly id: string
  readonly contextSize: number
  readonly #model: LlamaModel
  readonly #sequence: LlamaContextSequence
  readonly #encode: (prompt: string) => Token[]
  readonly #turn = new Turn()

  constructor(options: LlamaModelOptions, model: LlamaModel, sequence: LlamaContextSequence) {
    this.id = options.id
    this.contextSize = options.contextSize
    this.#model = model
    this.#sequence = sequence
    this.#encode = promptEncoder(model, options.chat)
  }

  countTokens(text: string): number {
    return this.#encode(text).length
  }

  complete(request: Completion): Promise<Completed> {
    return this.#turn.take(() => this.#answer(request))
  }

  async dispose(): Promise<void> {
    await this.#turn.take(() => this.#model.dispose())
  }

  async #answer(request: Completion): Promise<Completed> {
    this.#refuseAborted(request)
    const prompt = this.#encode(request.prompt)
    if (prompt.length + request.maxTokens > this.contextSize) {
      const needed = `${prompt.length} + ${request.maxTokens} tokens`
      throw new ModelError(
        `${this.id}: prompt and reply need ${needed}, the context holds ${this.contextSize}`,
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
      this.#refuseAborted(request)
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

  #stream(prompt: Token[], request: Completion, grammar: LlamaGrammarEvaluationState | undefined) {
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

  async #grammarState(request: Completion): Promise<LlamaGrammarEvaluationState | undefined> {
    if (request.grammar === undefined) return undefined
    const llama = await llamaEngine()
    const grammar = await llama.createGrammar({ grammar: request.grammar })
    return new LlamaGrammarEvaluationState({ model: this.#model, grammar })
  }

  #refuseAborted(request: Completion): void {
    if (request.signal?.aborted) throw new ModelError(`${this.id}: aborted`)
  }
}

function certainty(probs: readonly number[]): { meanLogProb: number; minProb: number } {
  if (probs.length === 0) return { meanLogProb: 0, minProb: 1 }
  const sum = probs.reduce((total, prob) => total + Math.log(Math.max(prob, 1e-12)), 0)
  return { meanLogProb: sum / probs.length, minProb: Math.min(...probs) }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
