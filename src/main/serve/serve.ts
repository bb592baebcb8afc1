import { formatDiagnostic, type Diagnostic } from '../../base/diagnostic.js'
import { openLog } from '../../adapters/systemd/log.js'
import { feedWatchdog } from '../../adapters/systemd/feed.js'
import { openNotify } from '../../adapters/systemd/notify.js'
import { readFirmware } from '../../adapters/firmware-wasm/firmware-file.js'
import { nothingYet } from '../../runtime/station/nothing-yet.js'
import type { RobotStatus } from '../../runtime/station/snapshot.js'
import { Station } from '../../runtime/station/station.js'
import { watchEventLoop } from '../../runtime/timing/event-loop.js'
import { Timing } from '../../runtime/timing/timing.js'
import { EXIT, type ExitCode } from '../exit-code.js'
import { readLibrary } from '../run/policy.js'
import { readSite, type SiteConfig } from '../site/site-config.js'
import { runAsOwnerOf } from '../state-folder.js'
import { version } from '../version.js'
import { assemble } from './assemble.js'
import { goRounds } from './rounds.js'
import { mendRecordings } from './mend-recordings.js'
import { rankOf, showRank } from './scheduling.js'
import { openWindows } from './windows.js'

export interface ServeOptions {
  readonly config?: string
  /** folder of the state, instead of the configuration's */
  readonly state?: string
}

/**
 * The service: opens everything, says READY, loads the models behind it, and stays until `signal` is aborted. Start is
 * recovery (law 7): whatever happened before, it comes up SAFE with nothing under way, and begins nothing by itself.
 */
export async function serve(options: ServeOptions, signal: AbortSignal): Promise<ExitCode> {
  const site = await readSite(options.config)
  if (!site.ok) return refuse(site.error)
  const config = options.state === undefined ? site.value.config : stateAt(site.value.config, options.state)
  const as = runAsOwnerOf(config.store.dir)
  if (!as.ok) return refuse([as.error])
  const log = openLog({ level: config.log.level })
  const now = (): number => performance.now()
  const notify = openNotify(process.env, { tell: (text) => log.log('warn', 'systemd', text) })
  for (const warning of site.value.warnings) log.log('warn', 'config', formatDiagnostic(warning))
  const station = new Station({
    now: Date.now,
    version: version(),
    parts: nothingYet(bodyOf(config), config.camera.source),
  })
  station.listen((news) => {
    if (news.kind === 'log') log.log(news.level, news.source, news.text)
    else if (news.kind === 'link') log.log(news.level, 'link', news.text)
    else if (news.kind === 'alarm') log.log('warn', 'alarm', `${news.id}: ${news.record.text}`)
    else if (news.kind === 'mode')
      log.log('info', 'mode', `${news.change.from} → ${news.change.to} (${news.change.by})`)
    else if (news.kind === 'episode')
      log.log('info', 'run', `episode ${news.episode}: ${news.score.toFixed(1)} points, ${news.endReason}`)
  })
  const timing = new Timing()
  const unwatch = watchEventLoop(timing, (text) =>
    station.tell({ kind: 'log', level: 'warn', source: 'loop', text }),
  )
  const firmware = readFirmware()
  if (!firmware.ok) return refuse([firmware.error], EXIT.models)
  // before any other thread or process: none of them shall have the rank, or the right to one
  const rank = rankOf(config, (text) =>
    station.tell({ kind: 'log', level: 'warn', source: 'scheduling', text }),
  )
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
  const { signs, store, minds, desk } = parts
  const windows = await openWindows(parts, log)
  if (!windows.ok) {
    parts.trees.close()
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
  // the models' runtimes take a second to load: behind READY, and behind a turn for whoever knocks meanwhile
  setImmediate(() => {
    const { actor, criticModel, actorModel, dir } = config.models
    const wish = {
      actor,
      ...(criticModel !== null && { criticModel }),
      ...(actorModel !== null && { actorModel }),
      ...(dir !== null && { models: dir }),
    }
    void mendRecordings(config.store.dir, (text) =>
      station.tell({ kind: 'log', level: 'warn', source: 'recorder', text }),
    ).then(() => store.recordingsAreWhole())
    void import('../run/minds.js').then(({ openMinds }) => minds.load(openMinds, wish))
    void minds.loaded().then(() => notify.status('SAFE'))
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
  parts.trees.close()
  await parts.recorder?.close()
  await parts.camera?.close()
  await minds.close()
  await store.close()
  await log.flush()
  return EXIT.ok
}

const stateAt = (config: SiteConfig, dir: string): SiteConfig => ({
  ...config,
  store: { ...config.store, dir },
})

const bodyOf = ({ robot: { body, pace } }: SiteConfig): RobotStatus => ({
  body,
  pace: body === 'serial' ? 'real' : pace,
  device: null,
})

function refuse(problems: readonly Diagnostic[], code: ExitCode = EXIT.usage): ExitCode {
  // journald reads the priority of a line from its beginning
  const priority = process.env.JOURNAL_STREAM === undefined ? '' : '<3>'
  for (const problem of problems)
    for (const line of formatDiagnostic(problem).split('\n')) process.stderr.write(`${priority}${line}\n`)
  return code
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
