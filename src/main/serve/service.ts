import type { ChildProcess } from 'node:child_process'
import { feedWatchdog } from '../../adapters/systemd/feed.js'
import type { Log } from '../../adapters/systemd/log.js'
import { openNotify } from '../../adapters/systemd/notify.js'
import { readFirmware } from '../../adapters/firmware-wasm/firmware-file.js'
import type { Rank } from '../../adapters/scheduling/real-time.js'
import type { Station } from '../../runtime/station/station.js'
import { watchEventLoop } from '../../runtime/timing/event-loop.js'
import { Timing } from '../../runtime/timing/timing.js'
import { EXIT, type ExitCode } from '../exit-code.js'
import type { MindWish } from '../run/minds.js'
import { readLibrary } from '../run/policy.js'
import type { SiteConfig } from '../site/site-config.js'
import { version } from '../version.js'
import { assemble } from './assemble.js'
import { goRounds } from './rounds.js'
import { mendRecordings } from './mend-recordings.js'
import { refuse } from './start/refuse.js'
import { showRank } from './start/scheduling.js'
import { openWindows } from './windows.js'

export interface ServiceOptions {
  readonly config: SiteConfig
  readonly log: Log
  readonly station: Station
  readonly rank: Rank
  /** the console's program, which waits for its orders */
  readonly started: ChildProcess | undefined
}

/**
 * Opens everything, says READY, loads the models behind it, and stays until `signal` is aborted. Start is recovery (law 7):
 * whatever happened before, it comes up SAFE with nothing under way, and begins nothing by itself.
 */
export async function runService(
  { config, log, station, rank, started }: ServiceOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const now = (): number => performance.now()
  const notify = openNotify(process.env, { tell: (text) => log.log('warn', 'systemd', text) })
  const timing = new Timing()
  const unwatch = watchEventLoop(timing, (text) =>
    station.tell({ kind: 'log', level: 'warn', source: 'loop', text }),
  )
  const firmware = readFirmware()
  if (!firmware.ok) return refuse([firmware.error], EXIT.models)
  const assembled = await assemble({
    config,
    station,
    log,
    now,
    timing,
    library: readLibrary(),
    wasm: firmware.value,
  })
  if (!assembled.ok) return refuse(assembled.error)
  const parts = assembled.value
  const { signs, store, minds, desk, trees } = parts
  // the models' runtimes take a second to load: behind READY, and behind a turn for whoever knocks meanwhile. Whoever begins a
  // run before that waits for them
  const behindReady = later()
  minds.load(async (wish, library) => {
    await behindReady.promise
    return (await import('../run/minds.js')).openMinds(wish, library)
  }, wishOf(config))
  void minds.loaded().then(() => notify.status('SAFE'))
  const windows = await openWindows(parts, log, started)
  if (!windows.ok) {
    trees.close()
    await store.close()
    return refuse([windows.error])
  }
  const endRounds = goRounds(parts)
  const endRank = showRank(rank, config, signs)
  notify.ready('SAFE; the models are being loaded')
  log.log('info', 'serve', `graft ${version()} is ready; ${windows.value.say}`)
  const hunger = feedWatchdog({
    notify,
    health: signs.health,
    log: (level, source, text) => station.tell({ kind: 'log', level, source, text }),
  })
  setImmediate(() => {
    behindReady.resolve()
    trees.warm()
    void mendRecordings(config.store.dir, (text) =>
      station.tell({ kind: 'log', level: 'warn', source: 'recorder', text }),
    ).then(() => store.recordingsAreWhole())
  })
  await aborted(signal)
  notify.stopping('the robot is stopped')
  log.log('info', 'serve', 'stopping')
  await desk.close()
  hunger()
  unwatch()
  endRounds()
  endRank()
  await windows.value.close()
  trees.close()
  await parts.recorder?.close()
  await parts.camera?.close()
  await minds.close()
  await store.close()
  await log.flush()
  return EXIT.ok
}

function wishOf({ models: { actor, criticModel, actorModel, dir } }: SiteConfig): MindWish {
  return {
    actor,
    ...(criticModel !== null && { criticModel }),
    ...(actorModel !== null && { actorModel }),
    ...(dir !== null && { models: dir }),
  }
}

function later(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
