import { refusalOf, asRefusal } from '../refusal.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.js'
import type { Params } from '#console/catalogue.js'
import type { Refusal } from '#console/host.js'
import { ms } from '#base/units.js'
import {
  bestEpisode,
  END_WORDS,
  INTERRUPTED,
  NOBODY_COULD,
  type AlarmRecord,
  type EpisodeRecord,
} from '#learning/episode.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { sameModels } from '#app/run-folder/same-models.js'
import { plural } from '#app/command-line/words.js'
import type { Job, JobControl } from '../motion/run-manager.js'
import { endSceneAlarms, forgetAlarms } from '../show/shown-alarms.js'
import { EpisodeMonitor } from './episode-monitor.js'
import type { Parts } from '../parts.js'
import type { PreparedRun } from '../world/site-world.js'

/** A run that is ready to begin: everything that could be wrong has been checked, and its place in the store exists. */
export interface ReadyRun extends Job {
  readonly key: string
  /** another job was faster: the store keeps this run as one that never began */
  discard(): Promise<void>
}

/** Prepares a run on an operator's request: a new one, or an interrupted one from its last complete episode. */
export async function learningJob(parts: Parts, request: Params<'run'>): Promise<Result<ReadyRun, Refusal>> {
  if (parts.world.usesModels && !(await waitForModels(parts.modelLoader.loaded()))) return err(MODELS_LOADING)
  const prepared =
    request.resume === undefined ? await startRun(parts, request) : await resumeRun(parts, request.resume)
  if (!prepared.ok) return prepared
  const { log } = prepared.value
  return ok({
    name: `run ${log.key}`,
    key: log.key,
    discard: () => log.close('not begun'),
    execute: async (control) => {
      const why = `run ${log.key} has another scene`
      await endSceneAlarms(parts.statusPublisher, parts.store, why, log.key)
      return runEpisodes(parts, prepared.value, control)
    },
  })
}

async function startRun(parts: Parts, request: Params<'run'>): Promise<Result<PreparedRun, Refusal>> {
  const { world, store, policies, modelLoader } = parts
  const chosen = request.field === undefined ? ok(world.usualTask) : await world.task(request.field)
  if (!chosen.ok) return chosen
  const task = chosen.value
  const start = await policies.start(task.id)
  if (!start.ok) return start
  const manifest = task.manifest(request, start.value, world.usesModels ? modelLoader.models.stamps : [])
  const sound = await task.check?.(manifest)
  if (sound?.ok === false) return sound
  const log = asRefusal(await store.openRun(manifest))
  return log.ok ? ok({ task, manifest, start: start.value, before: [], log: log.value }) : log
}

async function resumeRun(parts: Parts, key: string): Promise<Result<PreparedRun, Refusal>> {
  const { world, store, modelLoader, policies } = parts
  const known = asRefusal(store.run(key))
  if (!known.ok) return known
  const named = { ...known.value.manifest, key }
  const task = await world.taskOf(named)
  if (!task.ok) return task
  const sound = await task.value.check?.(named)
  if (sound?.ok === false) return sound
  const same = sameModels(named, world.usesModels ? modelLoader.models.stamps : [])
  if (!same.ok) return err(refusalOf([same.error]))
  const resumed = asRefusal(await store.resumeRun(key))
  if (!resumed.ok) return resumed
  forgetAlarms(parts.statusPublisher, store, key, (why) =>
    parts.statusPublisher.publish({
      ...{ kind: 'log', level: 'error', source: 'store' },
      text: `the alarms of run ${key} cannot be read: ${why}; see \`graft store check\``,
    }),
  )
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
  const last = records.at(-1)
  if (last !== undefined && INTERRUPTED.has(last.endReason)) tellKept(parts, last)
  return ok({ task: task.value, manifest, start: start.value, before: records, log: run })
}

/** `graft run --resume` repeats such an episode; what the store has acknowledged it keeps, until it is pruned. */
function tellKept({ statusPublisher }: Parts, { episode, endReason }: EpisodeRecord): void {
  const text =
    `episode ${episode} ${END_WORDS[endReason]}: the store keeps it, it counts for nothing, ` +
    `and the run goes on with episode ${episode + 1}`
  statusPublisher.publish({ kind: 'log', level: 'info', source: 'run', text })
}

/** Runs the episodes of a run. @param hear how it has ended, before the store has it all @returns the same in words */
export async function runEpisodes(
  parts: Parts,
  prepared: PreparedRun,
  control: JobControl,
  hear?: (end: LearnRunEnd) => void,
): Promise<string> {
  const { task, log } = prepared
  const monitor = new EpisodeMonitor(parts, prepared, control)
  // whoever is asked to arm must not decide by the tree and the beliefs of an earlier run
  parts.statusPublisher.set({ activity: 'waiting-for-arm', tree: null, facts: [], blackboard: [] })
  let outcome = 'failed'
  try {
    const end = await task.learn(parts, { ...prepared, monitor, control })
    hear?.(end)
    outcome = end.kind === 'done' ? 'done' : end.kind === 'cut-short' ? end.by : end.failure.kind
    const missing = notStarted(end, prepared.before.length)
    if (missing !== undefined) {
      const [episode, alarm] = missing
      log.step({ episode, t: 0, kind: 'A', alarm })
    }
    return describeEnd(end, log.key)
  } finally {
    monitor.idle()
    await monitor.close()
    await log.close(outcome)
  }
}

/** The alarm for an episode whose robot was not there, was refused, or was not set up; a stop is no alarm. */
function notStarted(
  end: LearnRunEnd,
  before: number,
): readonly [episode: number, alarm: AlarmRecord] | undefined {
  if (end.kind === 'done') return undefined
  const [kind, why] = end.kind === 'cut-short' ? [end.by, end.why] : [end.failure.kind, end.failure.text]
  if (!NOT_STARTED.has(kind)) return undefined
  const record: AlarmRecord = {
    ...{ t: ms(0), mode: 'initial', step: 0, s: 1, c: 1 },
    reasons: ['not_started'],
    text: `the episode did not start: ${why}`,
  }
  return [(end.kind === 'cut-short' ? end.records.length : before) + 1, record]
}

const NOT_STARTED: ReadonlySet<string> = new Set<BringUpFailure['kind']>([
  'no-answer',
  'refused',
  'not-armed',
  'not-at-start',
])

function describeEnd(end: LearnRunEnd, key: string): string {
  switch (end.kind) {
    case 'done':
      return `done, ${plural(end.records.length, 'episode')}, best ${best(end.records)}`
    case 'cut-short':
      return (
        `cut short after ${plural(end.records.length, 'episode')}: ${whyCutShort(end)}; ` +
        `\`run --resume ${key}\` continues it`
      )
    case 'not-started':
      return end.failure.text
  }
}

/** What has cut it short, in words. */
export const whyCutShort = ({ by, why }: Extract<LearnRunEnd, { kind: 'cut-short' }>): string =>
  `${CUT_SHORT[by] ?? by}${why === '' ? '' : ` (${why})`}`

/** What ends a run besides a robot that does not start, which says why itself. */
const CUT_SHORT: Readonly<Partial<Record<string, string>>> = {
  'operator-stop': 'stopped by an operator',
  'access-lost': NOBODY_COULD,
  estop: 'emergency stop',
  'link-lost': 'the link to the robot was lost',
}

const best = (records: readonly EpisodeRecord[]): string =>
  bestEpisode(records, ({ score }) => score.total)?.score.total.toFixed(1) ?? '–'

/** An operator who has just started the service need not send `run` twice, but does not wait for ever either, ms. */
const MODELS_TIMEOUT_MS = 4000

const waitForModels = (loaded: Promise<void>): Promise<boolean> =>
  Promise.race([loaded.then(() => true), sleep(MODELS_TIMEOUT_MS, false, { ref: false })])

const MODELS_LOADING: Refusal = {
  code: 'models.loading',
  message: 'the models are still loading',
  hint: 'send `run` again in a few seconds',
}
