import type { Described, VisionModel, VisionRequest } from '#learning/ports.js'
import { startModelProcess } from '../model-process/model-process.js'
import type { ModelEntry } from '../models/manifest.js'
import { vlmRoot } from './vlm-files.js'

export interface VlmSetup {
  readonly id: string
  /** absolute path of the model's folder; its files have been verified */
  readonly root: string
  readonly dtype: NonNullable<ModelEntry['dtype']>
}

export type VlmJob = Pick<VisionRequest, 'frames' | 'prompt' | 'maxTokens'>

/**
 * A vision-language model of any architecture that `@huggingface/transformers` knows, from a folder, as `VisionModel`:
 * in a process of its own that reaches no network. Greedy, one thread: equal pictures and prompt, equal answer. It
 * looks at whole frames; regions are for models that were trained on them.
 *
 * @param dir folder of the manifest; the entry must have passed `vlmProblem` and `verifyModel`
 * @throws ModelError when the library or onnxruntime refuses the files
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
