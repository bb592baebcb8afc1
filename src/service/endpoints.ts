import type { ChildProcess } from 'node:child_process'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { CommandDispatcher } from '#console/command-dispatcher.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { openConsoleProcess, type ConsoleHandle } from '#console-sockets/open-console.js'
import { drawnMap } from './show/drawn-map.js'
import { endSceneAlarms } from './show/shown-alarms.js'
import { openDashboard, type Dashboard } from './dashboard/dashboard.js'
import { FaultInjector } from './motion/fault-injector.js'
import { ServiceHost } from './host.js'
import { learningJob } from './jobs/learning-job.js'
import { driveOperations, teleopOperations, maintainOperations } from './operations/drive.js'
import { statusOperations } from './operations/status.js'
import type { Operations } from './operations/operations.js'
import { orderOperations } from './operations/orders.js'
import { recordOperations } from './operations/records.js'
import { sceneOperations } from './operations/scene.js'
import { treeOperations } from './operations/trees.js'
import { TeleopManager } from './jobs/teleop-manager.js'
import type { EpisodeLine } from './dashboard/live/messages.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { Parts } from './parts.js'

export interface Endpoints {
  /** where people find the endpoints, in one line */
  readonly summary: string
  close(): Promise<void>
}

/**
 * Opens the interfaces to the outside: console and web page.
 * @param consoleProcess the console's process, which waits for its instructions
 */
export async function openEndpoints(
  parts: Parts,
  consoleProcess: ChildProcess | undefined,
): Promise<Result<Endpoints, Diagnostic>> {
  const console = parts.config.console.enabled ? await openConsole(parts, consoleProcess) : ok(undefined)
  if (!console.ok) return console
  if (console.value === undefined)
    parts.statusPublisher.publish({ kind: 'log', level: 'warn', source: 'console', text: NO_CONSOLE })
  const page = parts.config.dashboard.enabled ? await openPage(parts) : ok(undefined)
  // a robot without a web page can still be driven, stopped and queried
  if (!page.ok)
    parts.statusPublisher.publish({
      kind: 'log',
      level: 'error',
      source: 'page',
      text: formatDiagnostic(page.error),
    })
  const shown = page.ok ? page.value : undefined
  const endpoints = [
    console.value === undefined ? 'no console' : `console at ${console.value.endpoint}`,
    shown === undefined ? 'no web page' : `web page at ${shown.url}`,
  ]
  return ok({
    summary: endpoints.join(', '),
    close: async () => {
      await shown?.close()
      await console.value?.close()
    },
  })
}

async function openConsole(
  parts: Parts,
  started: ChildProcess | undefined,
): Promise<Result<ConsoleHandle, Diagnostic>> {
  const { config, statusPublisher, healthReporter, access, now, log } = parts
  const keys = KeyStore.open(config.store.dir)
  if (!keys.ok) return keys
  if (keys.value.made)
    log.log(
      'warn',
      'console',
      `the service has created a new key in ${keys.value.folder}: expected on a first start; ` +
        `otherwise the folder was lost, and every client needs a new key (graft keys new)`,
    )
  const teleop = new TeleopManager(parts)
  const host = new ServiceHost(
    statusPublisher,
    { ...operations(parts), ...teleopOperations(teleop) },
    (client) => teleop.disconnected(client),
  )
  const manager = new CommandDispatcher({
    host,
    now,
    publish: (statusEvent) => statusPublisher.publish(statusEvent),
  })
  return openConsoleProcess({
    listen: config.console.listen,
    keys: keys.value,
    manager,
    statusPublisher,
    started,
    beat: () => healthReporter.beat('console'),
    sinceTurn: () => healthReporter.sinceBeat('reflex'),
    access: (now) => access?.onReport(now),
    failed: (why) => healthReporter.fail('console', why),
    log: (level, text) => statusPublisher.publish({ kind: 'log', level, source: 'console', text }),
  })
}

function operations(parts: Parts): Omit<Operations, `teleop.${string}`> {
  const { config, log, statusPublisher, store, manager, arming, policies, trees } = parts
  const { healthReporter, inProgress } = parts
  const faults = new FaultInjector({
    virtual: config.robot.body === 'virtual',
    healthReporter,
    unplug: () => {
      inProgress.episode?.unplug?.()
      return inProgress.episode !== undefined
    },
    crash: () => process.kill(process.pid, 'SIGKILL'),
  })
  return {
    ...statusOperations(statusPublisher, config, faults),
    ...driveOperations(manager, arming, async (request) => {
      const free = manager.mayBegin()
      if (!free.ok) return free
      const { stops } = manager
      const job = await learningJob(parts, request)
      if (!job.ok) return job
      const begun = manager.begin(job.value, stops)
      if (begun.ok) return ok({ key: job.value.key })
      await job.value.discard()
      return err(begun.error)
    }),
    ...orderOperations(parts),
    ...recordOperations(store, statusPublisher),
    ...treeOperations(store, policies, trees, statusPublisher),
    ...sceneOperations({
      store,
      statusPublisher,
      task: () => inProgress.task.id,
      episode: () => inProgress.episode,
      restored: (why) => {
        parts.world.orders?.restored()
        return endSceneAlarms(statusPublisher, store, why, null)
      },
    }),
    ...maintainOperations(log, faults),
  }
}

function openPage({
  config,
  statusPublisher,
  healthReporter,
  store,
  trees,
  inProgress,
}: Parts): Promise<Result<Dashboard, Diagnostic>> {
  return openDashboard({
    listen: config.dashboard.listen,
    statusPublisher,
    episodes: () => episodeLines(store),
    tree: (hash) => {
      const found = store.tree(hash)
      return found.ok ? found.value : undefined
    },
    draw: async (tree) => {
      const drawn = await trees.draw(tree)
      return drawn.ok ? ok(drawn.value.svg) : drawn
    },
    sinceTurn: () => healthReporter.sinceBeat('reflex'),
    field: () => inProgress.field ?? null,
    map: drawnMap(() => inProgress.map),
    onTrouble: (text) => statusPublisher.publish({ kind: 'log', level: 'warn', source: 'page', text }),
  })
}

const NO_CONSOLE =
  'console.enabled is false: nobody can start, arm or stop anything from outside, and the robot stays SAFE; ' +
  'systemctl stop graft and the emergency stop button still stop it'

/** The newest finished episodes of the store, for the page, oldest first. */
export const episodeLines = (store: Pick<SiteStore, 'runs' | 'episodes'>): readonly EpisodeLine[] =>
  [...store.runs(MAX_RUNS)]
    // the store gives the newest first, the page shows them as they came
    .reverse()
    .flatMap(({ key, field }) =>
      store.episodes(key).map(({ run, episode, score, endReason, tree }) => ({
        run,
        episode,
        field,
        score,
        endReason,
        treeHash: tree,
      })),
    )
    .slice(-MAX_EPISODES)

const MAX_RUNS = 20
const MAX_EPISODES = 200
