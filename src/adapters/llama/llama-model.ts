import type { Completed, Completion, LanguageModel } from '#learning/ports.js'
import { startModelProcess } from '../model-process/model-process.js'

export interface LlamaModelOptions {
  /** manifest id */
  readonly id: string
  /** path of the GGUF file, already verified against the manifest */
  readonly file: string
  /** tokens of prompt and reply together; no more than the model was trained for */
  readonly contextSize: number
  /** the model wants its chat template around the prompt; false = the prompt is continued as it stands */
  readonly chat: boolean
  /** chat only: tokens that the model may think before it answers, if its template knows thoughts; default 0 */
  readonly thinkTokens?: number
}

/** A request on its way to the model's process. */
export type Written = Omit<Completion, 'signal'>
export type LlamaJob =
  { readonly kind: 'count'; readonly text: string } | ({ readonly kind: 'write' } & Written)
export type LlamaAnswer = number | Completed

/**
 * A GGUF file as `LanguageModel`, in a process of its own. Requests are answered one after the other.
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
