import { serveModel } from '../model-process/serve-model.js'
import { openInference, type Inference, type InferenceSetup, type Inferred } from './inference.js'

/** Entry point of the vision model's process. */
serveModel<InferenceSetup, Inference, Inferred>(openInference)
