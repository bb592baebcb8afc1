import type { Described } from '#learning/ports.js'
import { serveModel } from '../model-process/serve-model.js'
import { goOffline } from './offline.js'
import type { VlmJob, VlmSetup } from './vlm-model.js'
import { openVlm } from './vlm.js'

/** The program of the vision-language model's process. */
goOffline()
serveModel<VlmSetup, VlmJob, Described>(openVlm)
