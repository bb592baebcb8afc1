import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { RunManifest } from '#learning/manifest.js'
import type { Refusal } from '#console/host.js'
import type { SiteConfig } from '#config/service/site-config.js'
import type { Operator } from '#app/connections/operator.js'
import { EpisodeTranscripts } from '#app/run-folder/episode-transcripts.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { openRobots } from '#app/world/open-robots.js'
import { sinceThen } from '#app/world/files/since-then.js'
import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { makeWorldManifest, worldTaskId } from '#app/world/world-manifest.js'
import { simulationOf } from '#app/world/world-of-run.js'
import type { WorldRobot, WorldRobots } from '#app/world/world-robots.js'
import { learnInWorld } from '#app/world/world-run.js'
import type { WorldEpisode } from '#runtime/world/prepare.js'
import { driverInWords } from '#worlds/robot/load-robot.js'
import { withTask } from '#worlds/task/with-task.js'
import { wireRecording } from '../recording/recorder.js'
import type { RunMonitor } from '../show/shown-episode.js'
import { serviceOperator } from '../motion/service-operator.js'
import { refusalOf } from '../refusal.js'
import { shownWorld } from '../show/shown-world.js'
import {
  changedWorld,
  choicesOf,
  otherWorld,
  type RunEquipment,
  type SiteLearning,
  type SiteTask,
  type ConfirmedOrder,
  type SiteWorld,
  type Stepwise,
} from './site-world.js'
import { orderOperator } from './order-operator.js'
import { orderSite } from './order-site.js'
import { StandingBelief } from './standing-belief.js'

/** A world described by data, with its simulated robot or a real one behind a driver. */
export async function dataSite(
  config: SiteConfig,
  name: string,
): Promise<Result<SiteWorld, readonly Diagnostic[]>> {
  const usual = await load(config, name, config.world.task ?? undefined)
  if (!usual.ok) return usual
  const belief = new StandingBelief(usual.value.domain.initial)
  const usualTask = worldTask(config, usual.value, { belief })
  const taskIn = (world: LoadedWorld): SiteTask =>
    world === usual.value ? usualTask : worldTask(config, world, { belief })
  const worldOf = async (id: string): Promise<Result<LoadedWorld, Refusal>> => {
    const means = (world: LoadedWorld): boolean => id === worldTaskId(world) || id === world.task.name
    if (means(usual.value)) return usual
    const found = await load(config, name, id.slice(id.lastIndexOf('/') + 1))
    if (!found.ok) return err(refusalOf(found.error))
    return means(found.value) ? found : err(unknownTask(id, usualTask.id))
  }
  return ok({
    library: usual.value.library,
    subtrees: [],
    usesModels: false,
    driver: driverInWords(usual.value.robot),
    usualTask,
    task: async (id) => {
      const world = await worldOf(id)
      return world.ok ? ok(taskIn(world.value)) : world
    },
    taskOf: async (manifest) => {
      const world = isInWorld(manifest) ? await worldOf(manifest.field.id) : otherWorld(manifest)
      if (!world.ok || worldTaskId(world.value) !== manifest.field.id) return otherWorld(manifest)
      const { changes } = sinceThen(manifest, world.value)
      return changes.length === 0 ? ok(taskIn(world.value)) : changedWorld(manifest, changes)
    },
    orders: orderSite(usual.value, belief, (world, confirmed) =>
      worldTask(config, world, { belief, confirmed }),
    ),
  })
}

/** A task is named, never a path: an operator at the console may not read files of the computer. */
async function load(
  config: SiteConfig,
  world: string,
  task: string | undefined,
): Promise<Result<LoadedWorld, readonly Diagnostic[]>> {
  const { tree } = config.policy
  const loaded = await loadWorld({
    world,
    ...(task !== undefined && { task, named: true }),
    ...(tree !== null && { tree }),
  })
  if (!loaded.ok) return loaded
  const moves = loaded.value.robot.driver.real
  return moves === (config.robot.body === 'driver') ? loaded : err([notNamedTwice(config, loaded.value)])
}

const unknownTask = (id: string, usual: string): Refusal => ({
  code: 'task.missing',
  message: `there is no task ${id} in this world`,
  hint: `tasks are named like ${usual}`,
})

interface Here {
  readonly belief: StandingBelief
  /** the task is an order */
  readonly confirmed?: ConfirmedOrder
}

function worldTask(config: SiteConfig, world: LoadedWorld, here: Here): SiteTask {
  const { belief, confirmed } = here
  const [id, { scenario }] = [worldTaskId(world), config.world]
  return {
    id,
    map: undefined,
    ...shownAtStart(world),
    initialTree: () => ok(world.policy),
    manifest: (request, policy) =>
      makeWorldManifest(
        {
          ...choicesOf(config, request),
          ...(scenario !== null && { scenario }),
          ...(confirmed !== undefined && { actor: 'none' }),
        },
        world,
        policy,
      ),
    check: (manifest) => checkRobots(world, manifest),
    stepwise: stepwise(config, world, belief),
    ...(confirmed !== undefined && { isOrder: true }),
    learn: (parts, run) => learnTask(world, here, parts, run),
  }
}

async function learnTask(
  world: LoadedWorld,
  { belief, confirmed }: Here,
  parts: RunEquipment,
  run: SiteLearning,
): Promise<LearnRunEnd> {
  const { monitor, control, log, ...prepared } = run
  const transcripts = new EpisodeTranscripts(
    (episode) => log.transcriptPath(episode),
    wireRecording(parts.statusPublisher),
  )
  const robots = await robotsOf(parts, world, { ...run, transcripts })
  if (!robots.ok) return { kind: 'not-started', failure: { kind: 'refused', text: saying(robots.error) } }
  const last: { episode?: WorldEpisode } = {}
  try {
    const end = await learnInWorld({
      ...prepared,
      store: log,
      view: monitor.statusReporter,
      ...{ world, library: world.library },
      robots: watched(robots.value, monitor),
      operator: operatorOf(parts, { id: worldTaskId(world), signal: control.signal, belief, confirmed }),
      signal: control.signal,
      timing: parts.timing,
      tell: warnOf(parts),
      host: monitor.host((episode) => {
        last.episode = episode
        return shownWorld(episode, world.map)
      }),
    })
    belief.ended(end, run.before.length)
    return end
  } catch (cause) {
    // it has no end, and may have moved
    if (last.episode !== undefined) belief.left(last.episode.robot.belief().facts)
    throw cause
  } finally {
    await transcripts.close()
  }
}

function operatorOf(
  parts: RunEquipment,
  {
    id,
    signal,
    belief,
    confirmed,
  }: Pick<Here, 'belief'> & {
    readonly id: string
    readonly signal: AbortSignal
    readonly confirmed: ConfirmedOrder | undefined
  },
): Operator {
  const { config, arming } = parts
  const virtual = config.robot.body === 'virtual'
  const operator = serviceOperator({
    virtual,
    prompt: (episode) =>
      confirmed === undefined ? armingPrompt(episode, id, virtual) : orderPrompt(confirmed),
    restSeconds: config.robot.restSeconds,
    hold: config.alarm.hold,
    arming,
    ...{ signal, tell: warnOf(parts) },
  })
  if (confirmed === undefined) return operator
  const site = { virtual, believed: () => belief.facts, tell: warnOf(parts) }
  return orderOperator(operator, confirmed, site)
}

const orderPrompt = ({ order, by }: ConfirmedOrder): string =>
  `the order "${order}" of ${by}: clear the way; the robot will move`

/** How a person drives: in real time, whatever the pace of a run. */
const stepwise = (config: SiteConfig, world: LoadedWorld, belief: StandingBelief): Stepwise => ({
  world,
  left: (facts) => belief.left(facts),
  open: ({ statusPublisher }, record) =>
    openRobots(world, {
      seed: config.run.seed,
      faults: config.robot.faults,
      ...(config.world.scenario !== null && { scenario: config.world.scenario }),
      live: true,
      ...liveOf(statusPublisher),
      ...(record !== undefined && { record }),
    }),
})

/** The map of a world as the task begins. */
function shownAtStart({ domain, task, map }: LoadedWorld): Pick<SiteTask, 'shownAtStart'> {
  if (map === undefined) return {}
  const { initial } = withTask(domain, task)
  return { shownAtStart: { map, facts: () => initial } }
}

/** Reads the files of a simulation; nothing is started. */
async function checkRobots(world: LoadedWorld, manifest: RunManifest): Promise<Result<unknown, Refusal>> {
  const robots = await openRobots(world, { ...simulationOf(manifest), onLog: () => undefined })
  return robots.ok ? robots : err(refusalOf(robots.error))
}

function robotsOf(
  { config, statusPublisher }: RunEquipment,
  world: LoadedWorld,
  { manifest, transcripts }: SiteLearning & { readonly transcripts: EpisodeTranscripts },
): ReturnType<typeof openRobots> {
  return openRobots(world, {
    ...simulationOf(manifest),
    live: config.robot.pace === 'real',
    ...liveOf(statusPublisher),
    ...(config.recording.wire && { record: transcripts.record }),
  })
}

const liveOf = (statusPublisher: RunEquipment['statusPublisher']) => ({
  drawnAside: true,
  onLog: (text: string): void =>
    statusPublisher.publish({ kind: 'log', level: 'info', source: 'driver', text }),
})

const watched =
  (robots: WorldRobots, monitor: RunMonitor): WorldRobots =>
  (...asked) => {
    const robot = robots(...asked)
    return robot.ok ? ok(beating(robot.value, monitor)) : robot
  }

/** A robot of which every turn of the loop counts as a heartbeat. */
export const beating = (robot: WorldRobot, monitor: Pick<RunMonitor, 'beat' | 'idle'>): WorldRobot => {
  const { time } = robot
  const counted = {
    ...time,
    pace: (period: Ms) => {
      monitor.beat()
      return time.pace(period)
    },
    close: () => {
      monitor.idle()
      time.close()
    },
  }
  return { ...robot, time: counted }
}

const armingPrompt = (episode: number, task: string, virtual: boolean): string =>
  virtual
    ? `the simulated robot will run its tree on ${task}, from episode ${episode} to the end of the run`
    : `episode ${episode} of ${task}: put everything where the task begins and clear the way; the robot will move`

const warnOf =
  ({ statusPublisher }: RunEquipment) =>
  (text: string): void =>
    statusPublisher.publish({ kind: 'log', level: 'warn', source: 'planner', text })

const saying = (problems: readonly Diagnostic[]): string => refusalOf(problems).message

/** Whether a robot really moves is said twice, so that no file alone can set one in motion. */
function notNamedTwice({ robot }: SiteConfig, { folder, robot: { driver } }: LoadedWorld): Diagnostic {
  return {
    code: 'world.body',
    severity: 'error',
    message: `the robot of ${folder} ${driver.real ? `really moves (${driver.kind})` : 'is simulated'}`,
    expected: `robot.body: ${driver.real ? 'driver' : 'virtual'}`,
    got: robot.body,
    hint: 'what really moves is named in the configuration and in robot.yaml',
  }
}
