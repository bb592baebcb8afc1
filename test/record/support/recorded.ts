import { must } from '#base/result.js'
import type { TraceEvent } from '#bt/trace.js'
import { writeTree } from '#bt/xml/write.js'
import { Recorder, recordingName } from '#service/recording/recorder.js'
import { replayOnField } from '#cli/replay/field-world.js'
import type { ShownEpisode } from '#service/show/shown-episode.js'
import { reExecute } from '#cli/replay/re-execute.js'
import { readStoredEpisode, readStoredRun } from '#cli/replay/stored-episode.js'
import { TreeView } from '#runtime/status/tree-view.js'
import { StatusPublisher, type StatusParts } from '#runtime/status/status-publisher.js'
import { Timing } from '#runtime/timing/timing.js'
import { join } from 'node:path'
import { library, loop } from '../../runtime/support/loop.js'

/** 12:00 on a day in 2026, ms since the epoch */
export const NOON = Date.UTC(2026, 0, 15, 12)

export interface RecordedEpisode {
  readonly mcap: string
  readonly btlog: string
  readonly trace: readonly TraceEvent[]
  readonly steps: number
  readonly alarms: number
  readonly seconds: number
}

/** An episode of the virtual robot, published as the service publishes it, and recorded. */
export async function recordEpisode(
  dir: string,
  jpeg: Uint8Array = Buffer.alloc(20_000, 1),
): Promise<RecordedEpisode> {
  const { folder } = await loop({ episodes: 2, faults: 'nominal', seed: 11 })
  const run = must(readStoredRun(folder), 'the run')
  const stored = must(readStoredEpisode(run, 2, library), 'the episode')
  let wall = NOON
  const statusPublisher = new StatusPublisher({ now: () => wall, version: 'test', parts: PARTS })
  const recorder = new Recorder({
    statusPublisher,
    dir,
    library,
    picturesPerSecond: 1,
  })
  const { key } = run.manifest
  let shown: ShownEpisode | undefined
  let view: TreeView | undefined
  let pictures = 0
  const played = must(
    await reExecute(stored, replayOnField(library), {
      prepared: (made) => {
        shown = made
        view = new TreeView(made.parts.tree, stored.record.treeHash)
        statusPublisher.set({ tree: view.status() })
        recorder.beginEpisode(key, 2, {
          treeXml: writeTree(stored.doc),
          ...(made.scene && { scene: made.scene }),
          manifest: run.manifest,
        })
        statusPublisher.publish({ kind: 'tree', run: key, episode: 2, hash: stored.record.treeHash })
      },
      event: (event) => {
        view?.changed(event)
        statusPublisher.publish({ kind: 'node', episode: 2, event })
      },
      step: (step) => {
        const { t, ...rest } = step
        statusPublisher.publish({ kind: 'step', run: key, episode: 2, t, step: rest as typeof step })
        if (step.kind === 'A')
          statusPublisher.publish({ kind: 'alarm', id: `${key}/2/1`, episode: 2, record: step.alarm })
      },
      refusal: (refusal) => statusPublisher.publish({ kind: 'refusal', episode: 2, refusal }),
      turn: (t) => {
        // a virtual second takes a hundredth of a real one
        wall = NOON + t / 100
        const pose = shown?.pose()
        if (t % 200 !== 0 || pose === undefined) return
        const { x, y, theta } = pose
        statusPublisher.publish({ kind: 'pose', episode: 2, t, x, y, theta })
        if (t % 1000 !== 0) return
        const id = `p${++pictures}`
        statusPublisher.setPicture({ id, at: wall, width: 640, height: 480, jpeg })
        statusPublisher.publish({ kind: 'picture', id, t, width: 640, height: 480 })
      },
    }),
    'the replay',
  )
  const { score, endReason } = stored.record
  statusPublisher.publish({ kind: 'episode', run: key, episode: 2, score: score.total, endReason })
  await recorder.close()
  const base = join(dir, recordingName(key, 2))
  return {
    mcap: `${base}.mcap`,
    btlog: `${base}.btlog`,
    trace: played.trace,
    steps: played.steps.length,
    alarms: stored.record.alarms.length,
    seconds: stored.record.seconds,
  }
}

export const PARTS: StatusParts = {
  robot: { body: 'virtual', pace: 'fast', device: null },
  mode: 'RUNNING',
  activity: 'running',
  armedBy: 'a test',
  run: null,
  tree: null,
  facts: [],
  blackboard: [],
  link: { status: 'up', device: null, silentMs: 3, counters: null, controller: null, degraded: 0, last: '' },
  camera: { source: 'test', state: 'ok', ageMs: 1, frames: 1, restarts: 0, text: '' },
  models: [],
  alarms: [],
  health: [
    { id: 'reflex', state: 'ok', critical: true, ageMs: 3, deadlineMs: 100, text: '' },
    { id: 'camera', state: 'warn', critical: false, ageMs: 9000, deadlineMs: 2000, text: 'no picture' },
  ],
  policy: null,
  disk: null,
  order: null,
  timing: new Timing().report,
}
