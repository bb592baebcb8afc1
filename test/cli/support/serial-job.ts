import { mkdtempSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunStore } from '#adapters/store/run-store.js'
import type { TreeDoc } from '#bt/document.js'
import { serialRobots } from '#app/connections/robot-provider.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { learnOnField, type FieldRun } from '#app/field-run.js'
import { makeManifest } from '#app/run-folder/field-manifest.js'
import type { WireSummary } from '#link/analysis/wire-analyzer.js'
import { JsonView } from '#terminal/json-view.js'
import { library, scriptedMinds } from '../../runtime/support/loop.js'
import { benchmarkField } from '../../simulation/support/field.js'
import { tapRun } from '../../tap/support/witness.js'
import { recordWire } from '#app/run-folder/episode-wires.js'

export const setup = benchmarkField()

export interface SerialJob extends FieldRun {
  /** what `--json` printed so far, a line each */
  readonly printed: readonly { readonly type: string; readonly [field: string]: unknown }[]
  readonly stop: () => void
}

/** What was said of waiting for a controller; notes of what the line went through stand between. */
export const waitingNews = ({ printed }: SerialJob): unknown[] =>
  printed.flatMap(({ type, news: statusEvent }) =>
    type === 'link' && statusEvent !== 'note' ? [statusEvent] : [],
  )

/** A run as `graft run --serial DEVICES --json` composes it, with a scripted critic and the rule-based actor. */
export function serialJob(
  devices: string,
  tree: TreeDoc,
  asked: { readonly episodes?: number; readonly reconnectSeconds?: number } = {},
): SerialJob {
  const { episodes = 1, reconnectSeconds = 0 } = asked
  const options = {
    episodes,
    seed: 1,
    faults: 'none',
    strictAlg1: false,
    actor: 'rules',
    blockInfo: false,
  } as const
  const manifest = makeManifest({ ...options, serial: devices }, setup, tree, [])
  const printed: { readonly type: string }[] = []
  const abort = new AbortController()
  const { map } = setup
  return {
    manifest,
    setup,
    start: tree,
    before: [],
    store: RunStore.create(mkdtempSync(join(tmpdir(), 'graft-serial-')), manifest),
    view: new JsonView({ write: (line) => printed.push(JSON.parse(line) as { type: string }) }),
    library,
    models: scriptedMinds(),
    connections: serialRobots({ devices, map, armedBy: 'the test bench', reconnectSeconds }),
    signal: abort.signal,
    wire: recordWire,
    printed,
    stop: () => abort.abort(),
  }
}

/** Plays it to its end; fails when an independent tap finds law 2 broken on the wire of an episode. */
export async function play(
  job: SerialJob,
): Promise<{ readonly end: LearnRunEnd; readonly wires: readonly WireSummary[] }> {
  const end = await learnOnField(job)
  const { summaries: wires } = await tapRun(job.store.folder)
  const breaches = wires.flatMap((wire) => [...wire.breaches.keys()])
  if (breaches.length > 0) throw new Error(`the tap of ${job.store.folder} says ${breaches.join(', ')}`)
  return { end, wires }
}

/** A folder like /dev/serial/by-id: names come and go as devices are plugged in and out. */
export class DeviceFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'graft-devices-'))

  plug(name: string, device: string): void {
    symlinkSync(device, join(this.path, name))
  }

  unplug(name: string): void {
    unlinkSync(join(this.path, name))
  }

  get all(): string {
    return join(this.path, 'usb-*')
  }
}
