import { serveModel } from '../model-process/serve-model.js'
import type { LlamaAnswer, LlamaJob, LlamaModelOptions } from './llama-model.js'
import { openLlamaWriter } from './llama-writer.js'

/** Entry point of the language model's process. */
serveModel<LlamaModelOptions, LlamaJob, LlamaAnswer>(async (options) => {
  const writer = await openLlamaWriter(options)
  return (job, signal) =>
    job.kind === 'count' ? Promise.resolve(writer.countTokens(job.text)) : writer.complete(job, signal)
})
