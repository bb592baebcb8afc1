import { writeTree } from '#bt/xml/write.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { RunStore } from '#adapters/store/run-store.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { RunOptions } from '#app/command-line/options.js'
import { describeDiskError } from '#app/run-folder/disk-error.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { openSimulation } from '#app/world/simulation.js'
import type { WorldBodies } from '#app/world/world-bodies.js'
import { makeWorldManifest } from '#app/world/world-manifest.js'
import { learnInWorld } from '#app/world/world-run.js'
import { refuse, watchRun } from './watch-run.js'

/** `graft run --world`: checks the world, its robot, task and tree before anything moves, then learns the task. */
export async function executeWorldRun(
  options: RunOptions,
  world: string,
  signal: AbortSignal,
): Promise<ExitCode> {
  const as = runAsOwnerOf(options.out)
  if (!as.ok) return refuse([as.error])
  const { task, tree } = options
  const loaded = await loadWorld({
    world,
    ...(task !== undefined && { task }),
    ...(tree !== undefined && { tree }),
  })
  if (!loaded.ok) return refuse(loaded.error)
  const bodies = await openBodies(options, loaded.value)
  if (!bodies.ok) return refuse(bodies.error)
  const { policy: start, library } = loaded.value
  const manifest = makeWorldManifest(options, loaded.value)
  try {
    const store = RunStore.create(options.out, manifest, writeTree(start))
    const job = {
      manifest,
      start,
      before: [],
      store,
      library,
      signal,
      world: loaded.value,
      bodies: bodies.value,
    }
    return await watchRun({ ...job, json: options.json, virtual: true }, (watch) =>
      learnInWorld({ ...job, ...watch }),
    )
  } catch (error) {
    const trouble = describeDiskError(error, options.out)
    if (trouble === undefined) throw error
    return refuse([trouble], EXIT.usage)
  }
}

function openBodies(
  { seed, faults, scenario }: RunOptions,
  { folder, domain, robot, task }: LoadedWorld,
): Promise<Result<WorldBodies, readonly Diagnostic[]>> {
  const { driver } = robot
  if (driver.kind !== 'simulated') return Promise.resolve(err([NOT_YET]))
  return openSimulation(driver.simulation, {
    folder,
    task: task.name,
    believed: new Map([...domain.initial, ...task.start]),
    seed,
    faults,
    ...(scenario !== undefined && { scenario }),
  })
}

const NOT_YET: Diagnostic = {
  code: 'robot.driver-not-connected',
  severity: 'error',
  message: 'graft run drives simulated robots of a world only, so far',
  expected: 'driver: { simulated: home }',
  hint: 'docs/open-ends.md says what is missing',
}
