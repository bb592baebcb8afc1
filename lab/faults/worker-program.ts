import { serveRuns } from '#lab/bench/serve-runs.js'
import { findClass } from './catalogue.js'
import { runTimed, type FaultKey, type Timed } from './run-faults.js'

/** A worker process of `graft faults --jobs`. */
serveRuns<null, FaultKey, Timed>(() => async ({ id, seed }) => {
  const fault = findClass(id)
  if ('near' in fault) throw new Error(`there is no class ${id}`)
  return runTimed(fault, seed, () => performance.now())
})
