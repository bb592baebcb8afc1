import { writeTree } from '#bt/xml/write.js'
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
import { EpisodeTranscripts } from '#app/run-folder/episode-transcripts.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { loadWorld } from '#app/world/load-world.js'
import { openRobots } from '#app/world/open-robots.js'
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
  const { seed, faults, scenario, wire } = options
  const recording = wire === true ? { record: transcripts.record } : {}
  const robots = await openRobots(loaded.value, { seed, faults, scenario, onLog: say, ...recording })
  if (!robots.ok) return refuse(robots.error)
  const { policy: start, library } = loaded.value
  const manifest = makeWorldManifest(options, loaded.value)
  const { driver } = loaded.value.robot
  const operator = driver.real ? operatorOf(options.armedBy) : VIRTUAL_OPERATOR
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
    return await watchRun({ ...job, json: options.json, virtual: driver.kind === 'simulated' }, (watch) =>
      learnInWorld({ ...job, ...watch }).finally(() => transcripts.close()),
    )
  } catch (error) {
    const trouble = describeDiskError(error, options.out)
    if (trouble === undefined) throw error
    return refuse([trouble], EXIT.usage)
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** A person who vouches for the robot on the command line, or answers at the terminal before each episode. */
const operatorOf = (armedBy: string | undefined): Operator =>
  armedBy === undefined ? terminalOperator() : namedOperator(armedBy)
