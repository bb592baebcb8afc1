import type { Described, VisionModel, VisionRequest } from '#learning/ports.js'
import { startModelProcess } from '../model-process/model-process.js'
import type { ModelEntry } from '../models/manifest.js'
import { vlmRoot } from './vlm-files.js'

export interface VlmSetup {
  readonly id: string
  /** absolute path of the model's folder, with files already verified */
  readonly root: string
  readonly dtype: NonNullable<ModelEntry['dtype']>
}

export type VlmJob = Pick<VisionRequest, 'frames' | 'prompt' | 'maxTokens'>

/**
 * Loads a vision-language model of any architecture supported by `@huggingface/transformers` from a folder, in a
 * separate process without network access. Greedy, one thread: the same pictures and prompt always give the same
 * answer. It sees whole frames; regions are for models trained on them.
 *
 * @param dir folder of the manifest; the entry must have passed `vlmProblem` and `verifyModel`
 * @throws ModelError when the library or onnxruntime rejects the files
 */
export async function loadVlm(entry: ModelEntry, dir: string): Promise<VisionModel> {
  const setup = { id: entry.id, root: vlmRoot(entry, dir), dtype: entry.dtype ?? 'fp32' } as const
  const model = await startModelProcess<VlmSetup, VlmJob, Described>('./vlm-program', import.meta.url, setup)
  return {
    id: entry.id,
    describe: ({ frames, prompt, maxTokens, signal }) => model.ask({ frames, prompt, maxTokens }, signal),
    dispose: () => model.stop(),
  }
}
