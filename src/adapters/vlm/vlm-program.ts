import type { Described } from '#learning/ports.js'
import { serveModel } from '../model-process/serve-model.js'
import { goOffline, openVlm } from './vlm.js'
import type { VlmJob, VlmSetup } from './vlm-model.js'

/** Entry point of the vision-language model's process. */
goOffline()
serveModel<VlmSetup, VlmJob, Described>(openVlm)
