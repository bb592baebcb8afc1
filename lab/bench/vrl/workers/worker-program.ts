import { serveRuns } from '#lab/bench/serve-runs.js'
import { openWorker } from './worker.js'

serveRuns(openWorker)
