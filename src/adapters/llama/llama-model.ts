import type { Completed, Completion, LanguageModel } from '#learning/ports.js'
import { startModelProcess } from '../model-process/model-process.js'

export interface LlamaModelOptions {
  /** manifest id */
  readonly id: string
  /** path of the GGUF file, already verified against the manifest */
  readonly file: string
  /** tokens of prompt and reply together; no more than the model was trained for */
  readonly contextSize: number
  /** wrap the prompt in the model's chat template; false = the model continues the prompt as it is */
  readonly chat: boolean
  /**
   * chat only: tokens that the model may spend on thinking before it answers, if its template marks thoughts; default 0
   */
  readonly thinkTokens?: number
}

/** A request as sent to the model's process. */
export type Written = Omit<Completion, 'signal'>
export type LlamaJob =
  { readonly kind: 'count'; readonly text: string } | ({ readonly kind: 'write' } & Written)
export type LlamaAnswer = number | Completed

/**
 * Loads a GGUF file as a `LanguageModel` in its own process. Requests are answered one at a time.
 * @throws ModelError when the file cannot be loaded
 */
export async function loadLlamaModel(options: LlamaModelOptions): Promise<LanguageModel> {
  const model = await startModelProcess<LlamaModelOptions, LlamaJob, LlamaAnswer>(
    './llama-program',
    import.meta.url,
    options,
  )
  return {
    id: options.id,
    contextSize: options.contextSize - (options.thinkTokens ?? 0),
    countTokens: async (text) => (await model.ask({ kind: 'count', text })) as number,
    complete: async ({ signal, ...request }) =>
      (await model.ask({ kind: 'write', ...request }, signal)) as Completed,
    dispose: () => model.stop(),
  }
}
