import type { RunListener } from '#runtime/run-event.js'
import type { EpisodeControl } from '#runtime/ending/episode-control.js'
import { type EndReason, type EpisodeRecord, ACCESS_LOST } from '#learning/episode.js'
import { ok } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import type { FieldSetup } from '#simulation/field-setup.js'
import type { RunStore } from '#adapters/store/run-store.js'
import { summarise, type RunSummary } from '#learning/curve.js'
import type { StepEvent } from '#learning/events.js'
import type { TaskRules } from '#learning/score.js'
import { refusalsOf } from '#robots/plan/check-tree.js'
import { initialBelief } from '#twin/belief.js'
import type { RunManifest } from '#learning/manifest.js'
import { SLOT_RULES } from '#learning/slots.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { FieldActor, fieldRules } from '#runtime/field/learning.js'
import { prepareEpisode, type EpisodeSetting, type FieldEpisode } from '#runtime/field/prepare.js'
import type { RunLog } from '#runtime/run-log.js'
import { run, type RunPorts } from '#runtime/run.js'
import type { Timing } from '#runtime/timing/timing.js'
import type { RunView, UnitProgress } from './view.js'
import { EpisodeWires, type WireRecording } from './run-folder/episode-wires.js'
import type { RobotProvider } from './connections/robot-provider.js'
import { JpegQueue } from './run-folder/jpeg-queue.js'
import type { ModelSet } from './models/model-set.js'
import { readStoredTree } from './policy.js'

/** @typeParam Log where the run is recorded: a run folder, or the service's store */
export interface FieldRun<Log extends RunLog = RunStore> {
  readonly manifest: RunManifest
  readonly setup: FieldSetup
  readonly start: TreeDoc
  /** finished episodes of a run that is resumed */
  readonly before: readonly EpisodeRecord[]
  readonly store: Log
  readonly view: RunView
  readonly library: NodeLibrary
  readonly models: ModelSet
  readonly connections: RobotProvider
  readonly signal: AbortSignal
  /** keep the bytes of the wire next to the run */
  readonly wire?: WireRecording
  readonly host?: RunHost
  /** measures how punctual the loops are */
  readonly timing?: Timing
}

export type FieldRunEnd =
  | { readonly kind: 'done'; readonly summary: RunSummary; readonly records: readonly EpisodeRecord[] }
  | {
      readonly kind: 'cut-short'
      readonly by: EndReason
      /** for an e-stop: who or what latched it, in words; '' otherwise */
      readonly why: string
      readonly summary: RunSummary
      readonly records: readonly EpisodeRecord[]
    }
  | { readonly kind: 'not-started'; readonly failure: BringUpFailure }

/** Learns on one field: connects runtime, models, store and view, and runs Algorithm 1. */
export async function learnOnField(job: FieldRun<RunLog>): Promise<FieldRunEnd> {
  const { manifest, setup, library, models, store } = job
  const { map } = setup
  const jpegs = new JpegQueue(store)
  const wires = new EpisodeWires(store, job)
  const latch = new EstopCause()
  const actor = new FieldActor(models.actorFor(map), map)
  const ended = await run(
    {
      field: map.id,
      seed: manifest.seed,
      episodes: manifest.episodes,
      start: job.start,
      before: job.before,
      untilClean: manifest.untilClean === true,
      refusals: (doc) => refusalsOf(doc, initialBelief(map), { map, library }),
      learn: {
        actor,
        task: fieldRules(map),
        notesOf: (episode) => job.host?.notes(episode) ?? store.notes?.(episode) ?? [],
        rules: { ...SLOT_RULES, strictAlg1: manifest.strictAlg1 },
        treeOf: (hash) => readStoredTree(store.loadTree(hash), hash, library),
      },
    },
    portsOf(job, { jpegs, wires, latch, actor }),
  )
  await jpegs.drain()
  await wires.close()
  if (!ended.ok) return { kind: 'not-started', failure: ended.error }
  const { records, cutShort } = ended.value
  if (records.length === 0)
    return {
      kind: 'not-started',
      failure: { kind: 'stopped', text: 'stopped before the first episode was over' },
    }
  const summary = summarise(records, manifest)
  store.saveSummary(summary)
  return cutShort === null
    ? { kind: 'done', summary, records }
    : { kind: 'cut-short', by: cutShort, why: cutShort === 'estop' ? latch.text : '', summary, records }
}

interface Tools {
  readonly jpegs: JpegQueue
  readonly wires: EpisodeWires
  readonly latch: EstopCause
  readonly actor: FieldActor
}

/** The cause of the e-stop that ended RUNNING, in the words of the mode machine. */
class EstopCause {
  text = ''

  readonly listen: RunListener = (event) => {
    if (event.kind === 'mode' && event.change.by.startsWith(ESTOP_PREFIX))
      this.text = event.change.by.slice(ESTOP_PREFIX.length)
  }
}
const ESTOP_PREFIX = 'estop: '

function portsOf(job: FieldRun<RunLog>, { jpegs, wires, latch, actor }: Tools): RunPorts<FieldEpisode> {
  const { setup, store, view, models, library, connections, signal, host } = job
  const listen = broadcast([
    storeWriter(store, jpegs),
    latch.listen,
    new Progress(view, fieldRules(setup.map)).listen,
    host?.listen,
  ])
  return {
    prepare: async (episode, doc, before) => {
      const onWire = await wires.listenerFor(episode)
      const ready = await connections.next(episode, { onWire, onProgress: (progress) => view.link(progress) })
      if (!ready.ok) return ready
      const parts = prepareEpisode({
        episode,
        doc,
        before,
        map: setup.map,
        library,
        critic: models.criticFor(setup.map, ready.value.body.camera.model),
        control: controlOf(job),
        listen,
        ...(job.timing && { timing: job.timing }),
        ...journalOf(store, ready.value.body.virtual, episode),
        ...ready.value,
      })
      await host?.prepared(parts)
      return ok(parts)
    },
    ...(job.manifest.blockInfo && { begin: (parts) => actor.readBlocks(parts) }),
    listen,
    commit: async (record, parts, next) => {
      store.saveTree(treeHash(next), writeTree(next))
      store.saveTrace(record.episode, parts.trace.events)
      await store.commit(record)
    },
    awaitReconnection: () => connections.awaitReconnection(signal, (progress) => view.link(progress)),
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

function controlOf({ connections, signal, host }: FieldRun<RunLog>): EpisodeControl {
  return {
    mayMove: (report, unneeded) => connections.operator.mayMove(report, unneeded),
    stopRequested: () => signal.aborted,
    accessLost: () => signal.reason === ACCESS_LOST,
    ...(host && { held: () => host.held(), estopRequested: () => host.estopRequested() }),
  }
}

/** Virtual time stands still during disk writes, so results do not depend on the disk; real time does not. */
const journalOf = (
  store: RunLog,
  virtual: boolean,
  episode: number,
): Pick<EpisodeSetting, 'journal' | 'journaled'> =>
  virtual ? { journal: (entry) => store.command({ ...entry, episode }) } : store.backgroundJournal(episode)

/** Turns events into what a view shows. */
class Progress {
  readonly #view: RunView
  readonly #rules: TaskRules
  #episode = 0
  #units = 0
  #scoreSoFar = 0
  #shown = { label: '', t: -Infinity }

  constructor(view: RunView, rules: TaskRules) {
    this.#view = view
    this.#rules = rules
  }

  readonly listen: RunListener = (event, episode) => {
    if (event.kind === 'turn') this.#turn(episode, event.unit, event.t)
    else if (event.kind === 'outcome') this.#scoreSoFar = this.#rules.score(event.outcome).total
    else if (event.kind === 'step') this.#step(episode, event.step, event.t)
    else if (event.kind === 'link') this.#view.link({ kind: 'note', ...event.note })
    else if (event.kind === 'committed') {
      this.#view.episode(event.record)
      this.#view.edit(episode, event.record.update)
    }
  }

  /** Called fifty times a virtual second; people want to see new units and a running clock. */
  #turn(episode: number, label: string, t: number): void {
    this.#enter(episode)
    if (label === this.#shown.label && t < this.#shown.t + MIN_UPDATE_MS) return
    this.#shown = { label, t }
    this.#unit(this.#units + 1, label, t, 'RUNNING')
  }

  #step(episode: number, step: StepEvent, t: number): void {
    this.#enter(episode)
    if (step.kind === 'X') this.#unit(++this.#units, step.label, t, step.status)
    if (step.kind === 'I' || step.kind === 'M' || step.kind === 'F') this.#view.assessment(step.report)
    if (step.kind === 'A') this.#view.alarm(episode, step.alarm)
  }

  #unit(unit: number, label: string, t: number, status: UnitProgress['status']): void {
    this.#view.unit({ episode: this.#episode, unit, label, t, status, scoreSoFar: this.#scoreSoFar })
  }

  #enter(episode: number): void {
    if (episode === this.#episode) return
    this.#episode = episode
    this.#units = 0
    this.#scoreSoFar = 0
    this.#shown = { label: '', t: -Infinity }
  }
}

const MIN_UPDATE_MS = 200

/** The host that ordered the run and supervises it: the service. */
export interface RunHost extends Pick<Required<EpisodeControl>, 'held' | 'estopRequested'> {
  readonly listen: RunListener
  /** nothing of this episode moves before it resolves */
  prepared(parts: FieldEpisode): Promise<void>
  /** operators' notes on the scene of this episode */
  notes(episode: number): readonly string[]
}
