import type { Parts } from './parts.js'
import type { ChildProcess } from 'node:child_process'
import { feedWatchdog } from '#adapters/systemd/feed.js'
import type { Log } from '#adapters/systemd/log.js'
import { openNotify, type Notify } from '#adapters/systemd/notify.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { RealTimePriority } from '#adapters/scheduling/real-time.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import { watchEventLoop } from '#runtime/timing/event-loop.js'
import { Timing } from '#runtime/timing/timing.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { ModelRequest } from '#app/models/open-models.js'
import type { SiteConfig } from '#config/service/site-config.js'
import { version } from '#documents/read-text-file.js'
import { assemble } from './assemble.js'
import { startHousekeeping } from './housekeeping.js'
import { refuse } from './refusal.js'
import { reportRank } from './start/scheduling.js'
import { openEndpoints } from './endpoints.js'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { repairFolder } from '#adapters/mcap/repair.js'

export interface ServiceOptions {
  readonly config: SiteConfig
  readonly log: Log
  readonly statusPublisher: StatusPublisher
  readonly rank: RealTimePriority
  /** the console's process, which waits for its instructions */
  readonly consoleProcess: ChildProcess | undefined
}

/**
 * Opens everything, reports READY, then loads the models, and runs until `signal` is aborted. Every start is a
 * recovery (law 7): whatever happened before, it comes up SAFE with nothing under way, and starts nothing by
 * itself.
 */
export async function runService(
  { config, log, statusPublisher, rank, consoleProcess }: ServiceOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const now = (): number => performance.now()
  const notify = openNotify(process.env, { report: (text) => log.log('warn', 'systemd', text) })
  const timing = new Timing()
  const unwatch = watchEventLoop(timing, (text) =>
    statusPublisher.publish({ kind: 'log', level: 'warn', source: 'loop', text }),
  )
  const firmware = readFirmware()
  if (!firmware.ok) return refuse([firmware.error], EXIT.models)
  const assembled = await assemble({
    config,
    statusPublisher,
    log,
    now,
    timing,
    wasm: firmware.value,
  })
  if (!assembled.ok) return refuse(assembled.error)
  const parts = assembled.value
  const code = await serve(parts, { rank, consoleProcess, notify }, signal)
  unwatch()
  await log.flush()
  return code
}

/** Runs from READY until the service is stopped. */
async function serve(
  parts: Parts,
  {
    rank,
    consoleProcess,
    notify,
  }: Pick<ServiceOptions, 'rank' | 'consoleProcess'> & { readonly notify: Notify },
  signal: AbortSignal,
): Promise<ExitCode> {
  const { config, log, statusPublisher, healthReporter, modelLoader, manager } = parts
  const afterReady = deferred()
  if (parts.world.usesModels) loadModels(modelLoader, config, afterReady.promise)
  void modelLoader.loaded().then(() => notify.status('SAFE'))
  const endpoints = await openEndpoints(parts, consoleProcess)
  if (!endpoints.ok) {
    // the models are not loaded before READY
    await closeAll(closersOf(parts))
    return refuse([endpoints.error])
  }
  const endHousekeeping = startHousekeeping(parts)
  const endRank = reportRank(rank, config, healthReporter)
  notify.ready(parts.world.usesModels ? 'SAFE; loading the models' : 'SAFE')
  log.log('info', 'serve', `graft ${version()} is ready; ${endpoints.value.summary}`)
  const stopWatchdog = feedWatchdog({
    notify,
    health: healthReporter.health,
    log: (level, source, text) => statusPublisher.publish({ kind: 'log', level, source, text }),
  })
  setImmediate(() => {
    afterReady.resolve()
    warmUp(parts)
  })
  await aborted(signal)
  notify.stopping('stopping the robot')
  log.log('info', 'serve', 'stopping')
  await closeAll([
    () => manager.close(),
    stopWatchdog,
    endHousekeeping,
    endRank,
    () => endpoints.value.close(),
    () => modelLoader.close(),
    ...closersOf(parts),
  ])
  return EXIT.ok
}

/**
 * Loads the models' runtimes, which takes a second: after READY, and after one turn of the event loop for clients
 * already waiting. A run requested before then waits for them.
 */
function loadModels(modelLoader: Parts['modelLoader'], config: SiteConfig, ready: Promise<void>): void {
  modelLoader.load(async (request, library) => {
    await ready
    return (await import('#app/models/model-set.js')).openModelSet(request, library)
  }, requestOf(config))
}

/** Work that can wait until the service is ready. */
function warmUp({ config, trees, store, statusPublisher, inProgress }: Parts): void {
  trees.warm()
  const tell = (text: string): void =>
    statusPublisher.publish({ kind: 'log', level: 'warn', source: 'recorder', text })
  inProgress.repair = repairRecordings(config.store.dir, tell).then(() => store.recordingsAreFinal())
}

/** What is open before the service faces the outside: an open camera alone would keep the process alive. */
const closersOf = ({
  trees,
  orderWorker,
  recorder,
  groot,
  camera,
  store,
}: Parts): readonly (() => unknown)[] => [
  () => trees.close(),
  () => orderWorker?.close(),
  () => recorder?.close(),
  () => groot?.close(),
  () => camera?.close(),
  () => store.close(),
]

/** Closes one after the other, so that a part is closed after those that use it. */
async function closeAll(closers: readonly (() => unknown)[]): Promise<void> {
  for (const close of closers) await close()
}

function requestOf({ models: { actor, criticModel, actorModel, dir } }: SiteConfig): ModelRequest {
  return {
    actor,
    ...(criticModel !== null && { criticModel }),
    ...(actorModel !== null && { actorModel }),
    ...(dir !== null && { models: dir }),
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * Writes the missing index of every recording that a crash left unfinished, so that it can be opened. Runs after
 * READY: only an episode that is to be recorded waits for it.
 */
async function repairRecordings(state: string, tell: (text: string) => void): Promise<void> {
  const root = join(state, 'recordings')
  for (const run of await namesIn(root)) {
    for (const episode of await namesIn(join(root, run))) {
      for (const { path, result } of await repairFolder(join(root, run, episode), UNVERIFIED)) {
        if (!result.ok) tell(`${path} could not be repaired: ${result.error.kind}`)
        else if (result.value.kind === 'repaired')
          tell(`${path} was incomplete: ${result.value.messages} messages are saved`)
      }
    }
  }
}

/** reading every recording at each start takes too long; graft record repair does */
const UNVERIFIED = { verify: false } as const
const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])
