import { ok } from '#base/result.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { RunStore } from '#adapters/store/run-store.js'
import { refusalsOf } from '#robots/field/check-tree.js'
import { initialBelief } from '#twin/field/belief.js'
import { fieldBelieved } from '#runtime/field/beliefs.js'
import { FieldActor, fieldRules } from '#runtime/field/learning.js'
import { prepareEpisode, type EpisodeSetting, type FieldEpisode } from '#runtime/field/prepare.js'
import type { RunLog } from '#runtime/run-log.js'
import type { Timing } from '#runtime/timing/timing.js'
import { EpisodeWires, type WireRecording } from './run-folder/episode-wires.js'
import type { RobotProvider } from './connections/robot-provider.js'
import type { ModelSet } from './models/model-set.js'
import { learnRun, type LearnRun, type LearnRunEnd, type RunHost, type WorldKit } from './learn-run.js'

/** @typeParam Log where the run is recorded: a run folder, or the service's store */
export interface FieldRun<Log extends RunLog = RunStore> extends LearnRun<Log> {
  readonly setup: FieldSetup
  readonly models: ModelSet
  readonly connections: RobotProvider
  /** keep the bytes of the wire next to the run */
  readonly wire?: WireRecording
  readonly host?: RunHost<FieldEpisode>
  /** measures how punctual the loops are */
  readonly timing?: Timing
}

/** Learns on one field. */
export async function learnOnField(job: FieldRun<RunLog>): Promise<LearnRunEnd> {
  const wires = new EpisodeWires(job.store, job)
  try {
    return await learnRun(job, fieldKit(job, wires))
  } finally {
    await wires.close()
  }
}

function fieldKit(job: FieldRun<RunLog>, wires: EpisodeWires): WorldKit<FieldEpisode> {
  const { manifest, setup, store, view, models, library, connections, signal, host } = job
  const { map } = setup
  const actor = new FieldActor(models.actorFor(map), map)
  return {
    rules: fieldRules(map),
    actor,
    operator: connections.operator,
    refusals: (doc) => refusalsOf(doc, initialBelief(map), { map, library }),
    prepare: async ({ episode, ...next }) => {
      const onWire = await wires.listenerFor(episode)
      const ready = await connections.next(episode, { onWire, onProgress: (progress) => view.link(progress) })
      if (!ready.ok) return ready
      const parts = prepareEpisode({
        episode,
        ...next,
        map,
        library,
        critic: models.criticFor(map, ready.value.body.camera.model),
        ...(job.timing && { timing: job.timing }),
        ...journalOf(store, ready.value.body.virtual, episode),
        ...ready.value,
      })
      await host?.prepared(parts).catch((cause: unknown) => {
        parts.body.close()
        throw cause
      })
      return ok(parts)
    },
    ...(manifest.blockInfo && { begin: (parts: FieldEpisode) => actor.readBlocks(parts) }),
    believed: ({ robot }) => fieldBelieved(robot.state(), map),
    awaitReconnection: () => connections.awaitReconnection(signal, (progress) => view.link(progress)),
  }
}

/** Virtual time stands still during disk writes, so results do not depend on the disk; real time does not. */
const journalOf = (
  store: RunLog,
  virtual: boolean,
  episode: number,
): Pick<EpisodeSetting, 'journal' | 'journaled'> =>
  virtual ? { journal: (entry) => store.command({ ...entry, episode }) } : store.backgroundJournal(episode)
