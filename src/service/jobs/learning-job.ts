import { refusalOf, asRefusal } from '../refusal.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { Params } from '#console/catalogue.js'
import type { Refusal } from '#console/host.js'
import type { SiteRun } from '#adapters/store/site/site-run.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import type { FieldSetup } from '#simulation/field-setup.js'
import { fieldsOf } from '#config/service/site-config.js'
import { fieldFromJson, type FieldJson, makeManifest, type RunInputs } from '#app/run-folder/make-manifest.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { learnOnField } from '#app/field-run.js'
import { sameModels } from '#app/run-folder/restore.js'
import { plural } from '#app/command-line/words.js'
import type { Job, JobControl } from '../motion/run-manager.js'
import { EpisodeMonitor, wireRecording } from './episode-monitor.js'
import { serviceRobots } from '../motion/service-robots.js'
import type { Parts } from '../parts.js'

/** A run that is ready to begin: everything that could be wrong has been checked, and its place in the store exists. */
export interface ReadyRun extends Job {
  readonly key: string
  /** another job was faster: the store keeps this run as one that never began */
  discard(): Promise<void>
}

interface Prepared {
  readonly manifest: RunManifest
  readonly setup: FieldSetup
  readonly start: TreeDoc
  readonly before: readonly EpisodeRecord[]
  readonly log: SiteRun
}

/** Prepares a run on an operator's request: a new one, or an interrupted one from its last complete episode. */
export async function learningJob(parts: Parts, request: Params<'run'>): Promise<Result<ReadyRun, Refusal>> {
  const loaded = await waitForModels(parts.modelLoader.loaded())
  if (!loaded) return err(MODELS_LOADING)
  const prepared =
    request.resume === undefined ? await startRun(parts, request) : await resumeRun(parts, request.resume)
  if (!prepared.ok) return prepared
  const { log } = prepared.value
  return ok({
    name: `run ${log.key}`,
    key: log.key,
    discard: () => log.close('not begun'),
    execute: (control) => runEpisodes(parts, prepared.value, control),
  })
}

async function startRun(parts: Parts, request: Params<'run'>): Promise<Result<Prepared, Refusal>> {
  const { config, store, policies, modelLoader } = parts
  const fields = await fieldsOf(config, request.field)
  if (!fields.ok) return err(refusalOf(fields.error))
  const [setup] = fields.value
  if (setup === undefined) return err({ code: 'field.none', message: 'the field file contains no field' })
  const start = await policies.start(setup.map.id)
  if (!start.ok) return start
  const manifest = makeManifest(runInputs(parts, request), setup, start.value, modelLoader.models.stamps)
  const log = asRefusal(await store.openRun(manifest))
  return log.ok ? ok({ manifest, setup, start: start.value, before: [], log: log.value }) : log
}

async function resumeRun(parts: Parts, key: string): Promise<Result<Prepared, Refusal>> {
  const { store, modelLoader, policies } = parts
  const known = asRefusal(store.run(key))
  if (!known.ok) return known
  const same = sameModels(known.value.manifest, modelLoader.models.stamps)
  if (!same.ok) return err(refusalOf([same.error]))
  const resumed = asRefusal(await store.resumeRun(key))
  if (!resumed.ok) return resumed
  const { manifest, records, run } = resumed.value
  if (records.length >= manifest.episodes) {
    await run.close('done')
    return err({
      code: 'run.done',
      message: `run ${key} already has all its ${manifest.episodes} episodes`,
      hint: 'start a new one',
    })
  }
  const start = policies.stored(records.at(-1)?.update.nextHash ?? manifest.policy.hash)
  if (!start.ok) {
    await run.close('not resumed')
    return start
  }
  const setup = fieldFromJson(manifest.field.setup as FieldJson)
  return ok({ manifest, setup, start: start.value, before: records, log: run })
}

function runInputs({ config }: Parts, request: Params<'run'>): RunInputs {
  const { robot, run, models } = config
  const { blockInfo, strictAlg1, untilClean } = run
  return {
    seed: request.seed ?? run.seed,
    episodes: request.episodes ?? run.episodes,
    faults: robot.faults,
    actor: models.actor,
    blockInfo,
    strictAlg1,
    untilClean,
    ...(robot.body === 'serial' && { serial: robot.devices }),
  }
}

async function runEpisodes(parts: Parts, prepared: Prepared, control: JobControl): Promise<string> {
  const { statusPublisher, config, library, wasm, modelLoader, arming, camera } = parts
  const { manifest, setup, start, before, log } = prepared
  const { robot } = config
  const monitor = new EpisodeMonitor(parts, prepared, control)
  statusPublisher.set({ activity: 'waiting-for-arm' })
  let outcome = 'failed'
  try {
    const end = await learnOnField({
      manifest,
      setup,
      start,
      before,
      store: log,
      view: monitor.statusReporter,
      library,
      models: modelLoader.models,
      connections: serviceRobots({
        ...robot,
        setup,
        wasm,
        seed: manifest.seed,
        hold: config.alarm.hold,
        arming,
        signal: control.signal,
        ...(camera !== undefined && { cameraAt: (clock) => camera.at(clock) }),
        onTurn: () => monitor.beat(),
        onIdle: () => monitor.idle(),
        onDevice: (name) =>
          statusPublisher.set({ robot: { ...statusPublisher.status().robot, device: name } }),
      }),
      signal: control.signal,
      timing: parts.timing,
      ...(config.recording.wire && { wire: wireRecording(statusPublisher) }),
      host: monitor,
    })
    outcome = end.kind === 'done' ? 'done' : end.kind === 'cut-short' ? end.by : end.failure.kind
    return describeEnd(end)
  } finally {
    monitor.idle()
    await monitor.close()
    await log.close(outcome)
  }
}

function describeEnd(end: LearnRunEnd): string {
  switch (end.kind) {
    case 'done':
      return `done, ${plural(end.records.length, 'episode')}, best ${best(end.records)}`
    case 'cut-short':
      return (
        `cut short (${end.by}${end.why === '' ? '' : `: ${end.why}`}) after ` +
        `${plural(end.records.length, 'episode')}; \`run\` with resume continues it`
      )
    case 'not-started':
      return end.failure.text
  }
}

const best = (records: readonly EpisodeRecord[]): string =>
  records.length === 0 ? '–' : Math.max(...records.map(({ score }) => score.total)).toFixed(1)

/** An operator who has just started the service need not send `run` twice, but does not wait for ever either, ms. */
const MODELS_TIMEOUT_MS = 4000

const waitForModels = (loaded: Promise<void>): Promise<boolean> =>
  Promise.race([loaded.then(() => true), sleep(MODELS_TIMEOUT_MS, false, { ref: false })])

const MODELS_LOADING: Refusal = {
  code: 'models.loading',
  message: 'the models are still loading',
  hint: 'send `run` again in a few seconds',
}
