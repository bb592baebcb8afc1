import { join } from 'node:path'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { RunOptions } from '#app/command-line/options.js'
import {
  namedOperator,
  terminalOperator,
  VIRTUAL_OPERATOR,
  type Operator,
} from '#app/connections/operator.js'
import { projectFile } from '#documents/read-text-file.js'
import type { LoadedWorld } from '#app/world/load-world.js'
import { describeDiskError } from '#app/run-folder/disk-error.js'
import { recordWire } from '#app/run-folder/episode-wires.js'
import { EpisodeTranscripts } from '#app/run-folder/episode-transcripts.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { openRobots } from '#app/world/open-robots.js'
import { simulationOf } from '#app/world/world-of-run.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { learnInWorld, type WorldRun } from '#app/world/world-run.js'
import type { RunLog } from '#runtime/run-log.js'
import { newWorldRun, resumedWorldRun, type WorldStart } from './begin-world.js'
import { isComplete, refuse, watchRun, type WatchedRun } from './watch-run.js'

interface HeardRun extends RunOptions, Pick<WatchedRun, 'view' | 'goOn'>, Pick<WorldRun<RunLog>, 'steps'> {
  /** hears how the run has ended: for whoever goes on from there */
  readonly hear?: (end: LearnRunEnd) => void
}

/**
 * `graft run --world`, and `--resume` of such a run: checks the world, its robot, task and tree before anything moves,
 * then learns the task.
 */
export async function executeWorldRun(options: HeardRun, signal: AbortSignal): Promise<ExitCode> {
  const as = runAsOwnerOf(options.out)
  if (!as.ok) return refuse([as.error])
  const begun = await begin(options)
  if (!begun.ok) return refuse(begun.error)
  const { world, manifest } = begun.value
  // the run's folder does not exist before its robot is known to be right
  let folder: ReturnType<WorldStart['open']> | undefined
  const pathOf = (episode: number): string =>
    folder?.ok === true ? folder.value.store.transcriptPath(episode) : ''
  const transcripts = new EpisodeTranscripts(pathOf, { ...recordWire, warn: say })
  const robots = await openRobots(world, {
    ...simulationOf(manifest),
    // a picture takes half a second: meanwhile Ctrl-C and the terminal would wait
    drawnAside: true,
    onLog: say,
    ...(options.wire === true && { record: transcripts.record }),
  })
  if (!robots.ok) return refuse(robots.error)
  const { driver } = world.robot
  try {
    folder = begun.value.open()
    if (!folder.ok) return refuse([folder.error])
    const job = {
      ...folder.value,
      manifest,
      library: world.library,
      signal,
      world,
      robots: robots.value,
      operator: driver.real ? operatorOf(options.armedBy) : VIRTUAL_OPERATOR,
      tell: say,
      ...(options.steps && { steps: options.steps }),
    }
    if (isComplete(job)) return EXIT.ok
    return await watchRun({ ...job, ...watchedAs(options, world) }, (watch) =>
      heard(
        learnInWorld({ ...job, ...watch }).finally(() => transcripts.close()),
        options.hear,
      ),
    )
  } catch (error) {
    const trouble = describeDiskError(error, options.out)
    if (trouble === undefined) throw error
    return refuse([trouble])
  }
}

const begin = (options: RunOptions): ReturnType<typeof newWorldRun> =>
  options.resume === undefined
    ? newWorldRun(options, options.world ?? '')
    : resumedWorldRun(options, options.resume)

/** How a run is told of, and what is said when it is cut short. */
const watchedAs = (
  options: HeardRun,
  world: LoadedWorld,
): Pick<WatchedRun, 'json' | 'virtual' | 'again' | 'goOn' | 'view'> => ({
  json: options.json,
  virtual: world.robot.driver.kind === 'simulated',
  again: againIn(world, options),
  ...(options.goOn !== undefined && { goOn: options.goOn }),
  ...(options.view && { view: options.view }),
})

/** @param hear before whoever waits for it */
async function heard(learned: Promise<LearnRunEnd>, hear: HeardRun['hear']): Promise<LearnRunEnd> {
  const end = await learned
  hear?.(end)
  return end
}

/** A world that does not come with graft must be named again. */
const againIn = ({ folder, domain }: LoadedWorld, { wire, armedBy }: RunOptions): string => {
  const named = folder === projectFile(join('worlds', domain.name)) ? '' : ` --world ${folder}`
  const by = armedBy === undefined ? '' : ` --armed-by '${armedBy.replaceAll("'", "'\\''")}'`
  return `${named}${wire === true ? ' --wire' : ''}${by}`
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const HOW_TO_ARM =
  'arm it at a terminal, or name the person who vouches for it: --armed-by NAME; ' +
  'a driver that only pretends to move says real: false under driver: in robot.yaml'

/** A person who vouches for the robot on the command line, or answers at the terminal before each episode. */
const operatorOf = (armedBy: string | undefined): Operator =>
  armedBy === undefined
    ? { ...terminalOperator('put everything where the task begins and clear the way'), howToArm: HOW_TO_ARM }
    : namedOperator(armedBy)
