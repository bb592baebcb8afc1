import { serveModel } from '../model-process/serve-model.js'
import { openBareLoop, type BareJob, type BareRun, type BareSetup } from './bare-loop.js'

/** The program of the yardstick's process. */
serveModel<BareSetup, BareJob, BareRun>(openBareLoop)
