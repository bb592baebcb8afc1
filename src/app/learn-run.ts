import type { Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import type { Actor, Experience } from '#learning/actor/input.js'
import { summarise, type RunSummary } from '#learning/curve.js'
import { ACCESS_LOST, NOBODY_COULD, type EpisodeRecord } from '#learning/episode.js'
import { accessLostIn } from '#runtime/ending/episode-control.js'
import type { RunManifest } from '#learning/manifest.js'
import type { TaskRules } from '#learning/score.js'
import { SLOT_RULES } from '#learning/slots.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import type { EpisodeControl } from '#runtime/ending/episode-control.js'
import type { EpisodeParts } from '#runtime/episode.js'
import { MomentRecorder, type Believed } from '#runtime/moments/moment-recorder.js'
import type { RunListener } from '#runtime/run-event.js'
import type { RunLog } from '#runtime/run-log.js'
import { run, type CutShort, type RunEnd, type RunPorts } from '#runtime/run.js'
import type { Operator } from './connections/operator.js'
import { readStoredTree } from './policy.js'
import { Progress } from './progress.js'
import { JpegQueue } from './run-folder/jpeg-queue.js'
import type { RunView } from './view.js'

/** A run of the learning loop, whatever the robot and the world. */
export interface LearnRun<Log extends RunLog> {
  readonly manifest: RunManifest
  readonly start: TreeDoc
  /** finished episodes of a run that is resumed */
  readonly before: readonly EpisodeRecord[]
  readonly store: Log
  readonly view: RunView
  readonly library: NodeLibrary
  readonly signal: AbortSignal
  readonly host?: Pick<RunHost<never>, 'held' | 'estopRequested' | 'listen' | 'notes'>
}

/** The host that ordered the run and supervises it: the service. */
export interface RunHost<P extends EpisodeParts> extends Pick<
  Required<EpisodeControl>,
  'held' | 'estopRequested'
> {
  readonly listen: RunListener
  /** nothing of this episode moves before it resolves */
  prepared(parts: P): Promise<void>
  /** operators' notes on the scene of this episode */
  notes(episode: number): readonly string[]
}

/** What depends on the world of a run. */
export interface WorldKit<P extends EpisodeParts> {
  readonly rules: TaskRules
  /** absent: the trees of the run are edited by nobody */
  readonly actor?: Actor<Experience>
  readonly operator: Operator
  /** steps of a tree that the twin refuses before anything moves, in words */
  refusals(doc: TreeDoc): readonly string[] | Promise<readonly string[]>
  /** Provides a fresh body in a fresh world, and everything that an episode on it needs. */
  prepare(next: NextEpisode): Promise<Result<P, BringUpFailure>>
  /** what is believed at this moment of an episode, for its record */
  believed(parts: P): Believed
  /** what the record of an episode keeps besides: what the run has learned so far, the steps that were tried */
  extras?(parts: P): Pick<EpisodeRecord, 'memory' | 'tried'>
  /** called before anything moves */
  begin?(parts: P): Promise<void>
  /** Waits for the robot after its line was lost. @returns false to end the run */
  awaitReconnection(): Promise<boolean>
}

interface NextEpisode {
  readonly episode: number
  readonly doc: TreeDoc
  readonly before: readonly EpisodeRecord[]
  readonly control: EpisodeControl
  readonly listen: RunListener
  readonly turned: () => void
}

export type LearnRunEnd =
  | { readonly kind: 'done'; readonly summary: RunSummary; readonly records: readonly EpisodeRecord[] }
  | {
      readonly kind: 'cut-short'
      readonly by: CutShort
      /**
       * who or what latched an e-stop, why nobody could have stopped it, why an episode did not start, or why the
       * robot may move; '' otherwise
       */
      readonly why: string
      readonly summary: RunSummary
      readonly records: readonly EpisodeRecord[]
    }
  | { readonly kind: 'not-started'; readonly failure: BringUpFailure }

/** Connects runtime, store and view, and runs Algorithm 1. */
export async function learnRun<P extends EpisodeParts>(
  job: LearnRun<RunLog>,
  kit: WorldKit<P>,
): Promise<LearnRunEnd> {
  const { manifest, library, store } = job
  const jpegs = new JpegQueue(store)
  const cause = new CauseOfEnd()
  const stored = new Map<number, EpisodeRecord>()
  const ended = await run(
    {
      field: manifest.field.id,
      seed: manifest.seed,
      episodes: manifest.episodes,
      start: job.start,
      before: job.before,
      untilClean: manifest.untilClean === true,
      refusals: (doc) => kit.refusals(doc),
      learn: {
        ...(kit.actor && { actor: kit.actor }),
        task: kit.rules,
        notesOf: (episode) => job.host?.notes(episode) ?? store.notes?.(episode) ?? [],
        rules: { ...SLOT_RULES, worked: (sheet) => kit.rules.worked(sheet), strictAlg1: manifest.strictAlg1 },
        treeOf: (hash) => readStoredTree(store.loadTree(hash), hash, library),
      },
    },
    portsOf(job, kit, { jpegs, cause, stored }),
  )
  await jpegs.drain()
  if (!ended.ok) return { kind: 'not-started', failure: ended.error }
  const { records, cutShort, why = whyOf(ended.value, cause, job.signal) } = ended.value
  if (records.length === 0)
    return {
      kind: 'not-started',
      failure: { kind: 'stopped', text: `stopped before the first episode was over${because(job.signal)}` },
    }
  const summary = summarise(records, manifest)
  store.saveSummary(summary)
  // with what is kept besides: whoever goes on from here needs the steps that were tried
  const whole = records.map((record) => stored.get(record.episode) ?? record)
  return cutShort === null
    ? { kind: 'done', summary, records: whole }
    : { kind: 'cut-short', by: cutShort, why, summary, records: whole }
}

function because(signal: AbortSignal): string {
  const lost = accessLostIn(signal)
  return lost === undefined ? '' : `, as ${NOBODY_COULD}: ${lost}`
}

/**
 * Who or what latched an e-stop, why nobody could have stopped the robot, or why nobody knows whether it stands; ''
 * for all other ends.
 */
function whyOf(
  { cutShort, records }: Pick<RunEnd, 'cutShort' | 'records'>,
  cause: CauseOfEnd,
  signal: AbortSignal,
): string {
  if (cutShort === ACCESS_LOST) return accessLostIn(signal) ?? ''
  const doubt = records.at(-1)?.alarms.find(({ reasons }) => reasons.includes('robot_in_doubt'))
  return (cutShort === 'link-lost' ? doubt?.text : undefined) ?? cause.of(cutShort)
}

/** The causes that ended RUNNING, in the words of the mode machine: `estop: …`, `link-lost: …`. */
class CauseOfEnd {
  #by = ''

  readonly listen: RunListener = (event) => {
    if (event.kind === 'mode' && event.change.by.includes(': ')) this.#by = event.change.by
  }

  /** @returns '' where nothing is known, or where it was something else */
  of(end: CutShort | null): string {
    return this.#by.startsWith(`${end}: `) ? this.#by.slice(`${end}: `.length) : ''
  }
}

interface Kept {
  readonly jpegs: JpegQueue
  readonly cause: CauseOfEnd
  /** the records of this run, as they were committed */
  readonly stored: Map<number, EpisodeRecord>
}

function portsOf<P extends EpisodeParts>(
  job: LearnRun<RunLog>,
  kit: WorldKit<P>,
  { jpegs, cause, stored }: Kept,
): RunPorts<P> {
  const { store, view, host } = job
  let moments: MomentRecorder | undefined
  const listen = broadcast([
    storeWriter(store, jpegs),
    cause.listen,
    (event) => {
      if (event.kind === 'frame') moments?.frame(event.frame)
    },
    new Progress(view, kit.rules, job.before).listen,
    host?.listen,
  ])
  const control = controlOf(job, kit.operator)
  return {
    prepare: async (episode, doc, before) => {
      const turned = (): void => moments?.turned()
      const ready = await kit.prepare({ episode, doc, before, control, listen, turned })
      if (!ready.ok) return ready
      const parts = ready.value
      moments = new MomentRecorder(parts, () => kit.believed(parts))
      return ready
    },
    ...(kit.begin && { begin: (parts: P) => kit.begin?.(parts) ?? Promise.resolve() }),
    listen,
    commit: async (record, parts, next) => {
      // an episode that has lost evidence is not committed
      await jpegs.drain()
      store.saveTree(treeHash(next), writeTree(next))
      store.saveLines(record.episode, 'trace', parts.trace.events)
      if (moments !== undefined) store.saveLines(record.episode, 'moments', moments.lines)
      const whole = { ...record, ...kit.extras?.(parts) }
      await store.commit(whole)
      stored.set(record.episode, whole)
    },
    awaitReconnection: () => kit.awaitReconnection(),
    setUpAgain: (why) => kit.operator.setUpAgain?.(why) ?? Promise.resolve(false),
  }
}

/** Passes every event to each listener, in this order. */
const broadcast =
  (listeners: readonly (RunListener | undefined)[]): RunListener =>
  (event, episode) => {
    for (const listen of listeners) listen?.(event, episode)
  }

/** Records what must not wait for the end of the episode. */
const storeWriter =
  (store: RunLog, jpegs: JpegQueue): RunListener =>
  (event, episode) => {
    if (event.kind === 'tree') store.saveTree(treeHash(event.doc), writeTree(event.doc))
    else if (event.kind === 'step') store.step({ episode, t: event.t, ...event.step })
    else if (event.kind === 'frame') jpegs.add(episode, event.frame)
  }

const controlOf = ({ signal, host }: LearnRun<RunLog>, operator: Operator): EpisodeControl => ({
  mayMove: (report, unneeded) => operator.mayMove(report, unneeded),
  stopRequested: () => signal.aborted,
  accessLost: () => accessLostIn(signal),
  ...(host && { held: () => host.held(), estopRequested: () => host.estopRequested() }),
})
