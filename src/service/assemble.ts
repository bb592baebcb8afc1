import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import { SiteStore } from '#adapters/store/site/site-store.js'
import type { Log } from '#adapters/systemd/log.js'
import type { Timing } from '#runtime/timing/timing.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import { startMonitor } from './groot/monitor.js'
import type { FfmpegCamera } from '#adapters/camera/ffmpeg-camera.js'
import type { SiteConfig } from '#config/service/site-config.js'
import { Recorder } from './recording/recorder.js'
import { readCameraModel } from '#config/service/camera-model-file.js'
import { openCamera } from '#app/connections/open-camera.js'
import { accessGuard } from './motion/access-guard.js'
import { ArmingService } from './motion/arming.js'
import { ModelLoader } from './model-loader.js'
import type { Parts } from './parts.js'
import { alarmsAfter, unacknowledgedAlarms, showAlarm } from './show/shown-alarms.js'
import { PictureServer } from './show/pictures.js'
import { Policies } from './policies.js'
import { RunManager } from './motion/run-manager.js'
import { HealthReporter } from './health-reporter.js'
import { OrderWorker } from './planning/order-worker.js'
import { TreeWorker } from './trees/tree-worker.js'
import { openSite } from './world/open-site.js'
import type { SiteWorld } from './world/site-world.js'

interface AssembleOptions {
  readonly config: SiteConfig
  readonly statusPublisher: StatusPublisher
  readonly log: Log
  readonly now: () => number
  readonly timing: Timing
  readonly wasm: Uint8Array
}

/** The robot of a world in the status, with what drives it. */
const drivenRobot = (statusPublisher: StatusPublisher, { driver }: SiteWorld) =>
  driver !== undefined && { robot: { ...statusPublisher.status().robot, driver } }

/** Creates every part of the service that does not face the outside. Nothing stays open when it fails. */
export async function assemble(options: AssembleOptions): Promise<Result<Parts, readonly Diagnostic[]>> {
  const { config, statusPublisher, now } = options
  const opened = await openSite(config)
  if (!opened.ok) return opened
  const world = opened.value
  const log: LogFn = (level, source, text) => statusPublisher.publish({ kind: 'log', level, source, text })
  const healthReporter = new HealthReporter(now)
  // first of all: spawning a child is cheap only while this process is small
  const camera = await openConfiguredCamera(options)
  if (!camera.ok) return camera
  const store = openStore(options, healthReporter, log)
  if (!store.ok) {
    await camera.value?.close()
    return err([store.error])
  }
  statusPublisher.set({ alarms: readAlarms(store.value, log), ...drivenRobot(statusPublisher, world) })
  const groot = config.groot.enabled ? await startMonitor({ port: config.groot.port }) : ok(undefined)
  if (!groot.ok) {
    await store.value.close()
    await camera.value?.close()
    return err([groot.error])
  }
  const manager = new RunManager(statusPublisher)
  const recorder = createRecorder(options, world, log)
  const trees = new TreeWorker((text) => log('warn', 'trees', text), world)
  const policies = createPolicies(options, { world, store: store.value, trees }, log)
  await policies.recover()
  return ok({
    ...{ ...options, world, store: store.value },
    modelLoader: new ModelLoader(world.library, (models) => statusPublisher.set({ models })),
    policies,
    trees,
    orderWorker: orderWorkerOf(world, store.value, log),
    manager,
    access: config.console.enabled ? accessGuard({ manager, healthReporter, now }) : undefined,
    healthReporter,
    pictures: new PictureServer(statusPublisher, Date.now),
    camera: camera.value,
    recorder,
    groot: groot.value,
    inProgress: nothingYet(world),
    arming: new ArmingService(now, (waitingFor) => {
      if (waitingFor === null) return
      statusPublisher.set({ activity: 'waiting-for-arm' })
      statusPublisher.publish({ kind: 'activity', activity: 'waiting-for-arm', why: waitingFor })
    }),
  })
}

/** Where orders in words are taken. */
const orderWorkerOf = ({ orders }: SiteWorld, store: SiteStore, log: LogFn): OrderWorker | undefined =>
  orders && new OrderWorker(orders, store, (text) => log('warn', 'order', text))

function readAlarms(store: SiteStore, log: LogFn): ReturnType<typeof unacknowledgedAlarms> {
  try {
    return unacknowledgedAlarms(store)
  } catch (error) {
    unreadAlarms(log)(error instanceof Error ? error.message : String(error))
    return []
  }
}

const unreadAlarms =
  (log: LogFn) =>
  (why: string): void =>
    log('error', 'store', `the alarms so far cannot be read: ${why}; see \`graft store check\``)

function createPolicies(
  { config, statusPublisher }: AssembleOptions,
  kept: {
    readonly world: SiteWorld
    readonly store: SiteStore
    readonly trees: TreeWorker
  },
  log: LogFn,
): Policies {
  return new Policies({
    ...kept,
    rules: config.policy,
    log: (level, text) => log(level, 'policy', text),
    onChange: (policy, what) => {
      const { field } = policy
      statusPublisher.set({ policy })
      statusPublisher.publish({ kind: 'policy', field, hash: policy.trial?.hash ?? policy.active, what })
    },
  })
}

type LogFn = (level: 'debug' | 'info' | 'warn' | 'error', source: string, text: string) => void

const openStore = (
  { config, statusPublisher }: AssembleOptions,
  healthReporter: HealthReporter,
  log: LogFn,
): ReturnType<typeof SiteStore.open> => {
  const { dir, ...kept } = config.store
  return SiteStore.open({
    dir,
    now: Date.now,
    limits: {
      maxBytes: kept.maxGiB * 1024 ** 3,
      maxAgeDays: kept.maxAgeDays,
      keepFailures: kept.keepFailures,
      lowBytes: kept.lowMiB * 1024 ** 2,
      fullBytes: kept.fullMiB * 1024 ** 2,
    },
    beat: () => healthReporter.beat('store'),
    onProblem: (problem) => log(problem.severity === 'error' ? 'error' : 'warn', 'store', problem.message),
    alarmsOf: (run, stored) =>
      alarmsAfter(run, stored, (change) => showAlarm(statusPublisher, change), unreadAlarms(log)),
  })
}

function createRecorder(
  { config, statusPublisher }: AssembleOptions,
  world: SiteWorld,
  log: LogFn,
): Parts['recorder'] {
  const { mcap, btlog, pictures } = config.recording
  if (!(mcap || btlog)) return undefined
  return new Recorder({
    statusPublisher,
    dir: join(config.store.dir, 'recordings'),
    library: world.library,
    picturesPerSecond: pictures,
    mcap,
    btlog,
    log: (level, text) => log(level, 'recorder', text),
  })
}

/** Opens the configured camera if it is a real one: the simulated one belongs to its virtual robot. */
async function openConfiguredCamera({
  config,
  statusPublisher,
  now,
}: AssembleOptions): Promise<Result<FfmpegCamera | undefined, readonly Diagnostic[]>> {
  const { source, model: file, ...request } = config.camera
  if (source !== 'v4l2' && source !== 'test') return ok(undefined)
  const model = file === null ? ok(undefined) : await readCameraModel(file)
  if (!model.ok) return model
  const tell = (text: string): void =>
    statusPublisher.publish({ kind: 'log', level: 'warn', source: 'camera', text })
  const clock = { now: () => ms(now()) }
  return ok(openCamera({ ...request, source }, clock, { ...(model.value && { model: model.value }), tell }))
}

/** Before the first run: the usual task, and its map as it begins. */
const nothingYet = ({ usualTask }: Parts['world']): Parts['inProgress'] => ({
  episode: undefined,
  task: usualTask,
  map: usualTask.shownAtStart,
  field: usualTask.map,
  repair: Promise.resolve(),
})
