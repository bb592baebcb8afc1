import { writeTree } from '#bt/xml/write.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { RunStore } from '#adapters/store/run-store.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { RunOptions } from '#app/command-line/options.js'
import {
  namedOperator,
  terminalOperator,
  VIRTUAL_OPERATOR,
  type Operator,
} from '#app/connections/operator.js'
import { describeDiskError } from '#app/run-folder/disk-error.js'
import { EpisodeTranscripts, type DriverRecording } from '#app/run-folder/episode-transcripts.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { driverRobots } from '#app/world/driver-robots.js'
import { openSimulation } from '#app/world/simulation.js'
import type { WorldRobots } from '#app/world/world-robots.js'
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
  // the run's folder does not exist before its robot is known to be right
  let store: RunStore | undefined
  const transcripts = new EpisodeTranscripts((episode) => store?.transcriptPath(episode) ?? '', say)
  const robots = await openRobots(options, loaded.value, transcripts.record)
  if (!robots.ok) return refuse(robots.error)
  const { policy: start, library } = loaded.value
  const manifest = makeWorldManifest(options, loaded.value)
  const isSimulated = loaded.value.robot.driver.kind === 'simulated'
  const operator = isSimulated ? VIRTUAL_OPERATOR : operatorOf(options.armedBy)
  try {
    store = RunStore.create(options.out, manifest, writeTree(start))
    const job = {
      manifest,
      start,
      before: [],
      store,
      library,
      signal,
      world: loaded.value,
      robots: robots.value,
      operator,
      tell: say,
    }
    return await watchRun({ ...job, json: options.json, virtual: isSimulated }, (watch) =>
      learnInWorld({ ...job, ...watch }).finally(() => transcripts.close()),
    )
  } catch (error) {
    const trouble = describeDiskError(error, options.out)
    if (trouble === undefined) throw error
    return refuse([trouble], EXIT.usage)
  }
}

function openRobots(
  { seed, faults, scenario, wire }: RunOptions,
  { folder, domain, robot, task }: LoadedWorld,
  recording: DriverRecording,
): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const { driver } = robot
  const record = wire === true ? { record: recording } : {}
  if (driver.kind !== 'simulated')
    return Promise.resolve(ok(driverRobots(driver, folder, { onLog: say, ...record })))
  return openSimulation(driver.simulation, {
    folder,
    task: task.name,
    believed: new Map([...domain.initial, ...task.start]),
    seed,
    faults,
    ...record,
    ...(scenario !== undefined && { scenario }),
  })
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** A person who vouches for the robot on the command line, or answers at the terminal before each episode. */
const operatorOf = (armedBy: string | undefined): Operator =>
  armedBy === undefined ? terminalOperator() : namedOperator(armedBy)
