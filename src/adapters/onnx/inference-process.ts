import { startModelProcess, type ModelProcess } from '../model-process/model-process.js'
import type { CriticConfig } from './config.js'
import type { Graphs, Inference, InferenceSetup, Inferred } from './inference.js'

export type InferenceProcess = ModelProcess<Inference, Inferred>

/**
 * A process of its own for onnxruntime, whose runs block the event loop of whoever starts them.
 * @throws ModelError when onnxruntime refuses one of the graphs
 */
export const startInference = (graphs: Graphs, config: CriticConfig): Promise<InferenceProcess> =>
  startModelProcess<InferenceSetup, Inference, Inferred>('./inference-program', import.meta.url, {
    graphs,
    config,
  })
