import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatDiagnostic } from '#base/diagnostic.js'
import { openLog, type Log } from '#adapters/systemd/log.js'
import { startProgram } from '#console-sockets/console-server/start.js'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { readSite, type SiteConfig } from '#config/service/site-config.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { openStatusPublisher } from './start/open-status-publisher.js'
import { refuse } from './refusal.js'
import { holdConfiguredRank } from './start/scheduling.js'

export interface ServeOptions {
  readonly config?: string
  /** state folder, overriding the configuration */
  readonly state?: string
  /** a world and one of its tasks, overriding the configuration */
  readonly world?: string
  readonly task?: string
}

/**
 * Starts the service from the outside in: its user, its real-time priority, the console's process, then everything
 * else. The order matters: no other process may get its rights or its priority, and the console's program loads
 * while the rest does.
 */
export async function serve(options: ServeOptions, signal: AbortSignal): Promise<ExitCode> {
  const site = await readSite(options.config)
  if (!site.ok) return refuse(site.error)
  const config = overridden(site.value.config, options)
  const dropped = runAsOwnerOf(config.store.dir)
  if (!dropped.ok) return refuse([dropped.error])
  const log = openLog({ level: config.log.level })
  sayConfig(log, options.config)
  for (const warning of site.value.warnings) log.log('warn', 'config', formatDiagnostic(warning))
  const statusPublisher = openStatusPublisher(config, log)
  const rank = holdConfiguredRank(config, (text) =>
    statusPublisher.publish({ kind: 'log', level: 'warn', source: 'scheduling', text }),
  )
  const consoleProcess = config.console.enabled ? startProgram() : undefined
  try {
    const { runService } = await import('./service.js')
    return await runService({ config, log, statusPublisher, rank, consoleProcess }, signal)
  } finally {
    // it has ended long ago, unless the service failed before opening the console
    consoleProcess?.kill('SIGKILL')
  }
}

/** A file that lies here and is not read has misled people. */
function sayConfig(log: Log, file: string | undefined): void {
  if (file !== undefined) return log.log('info', 'config', `the settings are those of ${file}`)
  const text = 'the settings are the defaults: a virtual robot on loopback'
  if (!existsSync(USUAL_NAME)) return log.log('info', 'config', text)
  log.log(
    'warn',
    'config',
    `${text}; ${USUAL_NAME} in this folder is not read without --config ${USUAL_NAME}`,
  )
}

const USUAL_NAME = 'graft.yaml'

/** What the command line says in place of the configuration. */
const overridden = (config: SiteConfig, { state, world, task }: ServeOptions): SiteConfig => ({
  ...config,
  ...(state !== undefined && { store: { ...config.store, dir: state } }),
  world: {
    ...config.world,
    // a task and a scenario are of a world
    ...(world !== undefined && {
      name: world.includes('/') ? resolve(world) : world,
      task: null,
      scenario: null,
    }),
    ...(task !== undefined && { task }),
  },
})
