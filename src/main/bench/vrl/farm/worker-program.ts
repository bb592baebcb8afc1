import { serveModel } from '../../../../adapters/model-process/serve-model.js'
import { openWorker } from './worker.js'
import type { WorkerAnswer, WorkerJob, WorkerSetup } from './worker-setup.js'

/** The program of a worker's process: loads what its runs need once and plays one after the other. */
serveModel<WorkerSetup, WorkerJob, WorkerAnswer>((setup) => Promise.resolve(openWorker(setup)))
