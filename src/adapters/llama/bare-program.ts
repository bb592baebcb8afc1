import { serveModel } from '../model-process/serve-model.js'
import { openBareLoop, type BareJob, type BareRun, type BareSetup } from './bare-loop.js'

/** Entry point of the baseline's process. */
serveModel<BareSetup, BareJob, BareRun>(openBareLoop)
