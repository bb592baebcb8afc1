import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdRealTimePriority } from '#adapters/scheduling/real-time.js'
import { RunStore } from '#adapters/store/run-store.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import type { LoopHealth } from '#learning/episode.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { makeManifest } from '#app/run-folder/field-manifest.js'
import { readLibrary } from '#app/policy.js'
import type { FromBoard, ToBoard } from './board.js'
import { drive } from './drive.js'
import { startLoad } from './load.js'
import { monotonicMs } from './wire-times.js'
import { percentilesOf, type Percentiles } from './percentiles.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'

/** What is measured in a process of its own: a rank is given back for good, and taken before anything is started. */
export interface Job {
  readonly load: string
  readonly rank: string
  readonly samples: number
  readonly seconds: number
}

export interface Figures {
  readonly load: string
  /** what the kernel says of the measured thread at the end */
  readonly rank: string
  /** from Ctrl-C until write(2) had taken the STOP */
  readonly stop: Percentiles
  readonly heartbeatGap: Percentiles
  /** at the other end of the pseudo-terminal, which a kernel worker of normal rank serves */
  readonly gapAtFarEnd: Percentiles
  /** gaps after which a controller on a serial port has stopped the robot */
  readonly commLosses: number
  /** how often this side gave the link up, because the kernel handed over telemetry more than 500 ms late */
  readonly linkLosses: number
  readonly seconds: number
  readonly tick: Percentiles
  readonly loop: LoopHealth
  readonly model: { readonly tokensPerS: number; readonly reportsPerS: number }
  /** of the process at the far end, which stands for another machine */
  readonly board: string
  readonly loadavg: number
}

/** Heartbeats that are further apart than this end a mission: the controller's own limit. */
const COMM_LOSS_MS = 200
const END_AFTER_MS = 10_000

process.once('message', (job: Job) => {
  void measure(job).then((figures) => process.send?.(figures, () => process.exit(0)))
})

const RUN_OPTIONS = {
  episodes: 1,
  seed: 1,
  faults: 'none',
  strictAlg1: false,
  actor: 'model',
  blockInfo: false,
} as const

async function measure({ load, rank: wanted, samples, seconds }: Job): Promise<Figures> {
  // as graft run --serial does it, before anything else is started
  const rank = wanted === 'real-time' ? holdRealTimePriority({ endAfterMs: END_AFTER_MS }) : undefined
  const library = readLibrary()
  const [setup] = must(await chooseFields({ field: 'F1' }), 'field F1')
  if (setup === undefined) throw new Error('field F1 is not there')
  const models = load === 'idle' ? undefined : await startLoad(setup, library)
  const board = fork(fileURLToPath(new URL('./board.ts', import.meta.url)))
  const ready = await nextMessage(board)
  if (ready.kind !== 'ready') throw new Error('the board did not start')
  const doc = endlessDrive(library)
  const out = mkdtempSync(join(tmpdir(), 'graft-bench-stop-'))
  const store = RunStore.create(out, makeManifest({ ...RUN_OPTIONS, serial: ready.device }, setup, doc, []))
  const driving = await drive({ device: ready.device, map: setup.map, library, doc, store })
  const began = monotonicMs()
  const [tokens, reports] = [models?.tokens() ?? 0, models?.reports() ?? 0]
  send(board, { kind: 'measure', samples, seconds })
  const measured = await nextMessage(board)
  if (measured.kind !== 'measured') throw new Error('the board did not measure')
  const took = (monotonicMs() - began) / 1000
  const gaps = driving.wire.gaps(began)
  const { tickMs, loop } = await driving.end()
  const rate = (count: number): number => Math.round((10 * count) / took) / 10
  const model = {
    tokensPerS: rate((models?.tokens() ?? 0) - tokens),
    reportsPerS: rate((models?.reports() ?? 0) - reports),
  }
  send(board, { kind: 'end' })
  store.close()
  await models?.stop()
  rmSync(out, { recursive: true })
  return {
    load,
    rank: rank?.now().text ?? 'normal',
    stop: percentilesOf(driving.wire.delaysOf(measured.pressedAt)),
    heartbeatGap: percentilesOf(gaps),
    gapAtFarEnd: percentilesOf(measured.beatMs),
    linkLosses: driving.wire.losses.length,
    commLosses: gaps.filter((gap) => gap > COMM_LOSS_MS).length,
    seconds: Math.round(took),
    tick: percentilesOf(tickMs),
    loop: { ...loop, worstMs: ms(Math.round(loop.worstMs * 10) / 10) },
    model,
    board: ready.priority,
    loadavg: Math.round(10 * (loadavg()[0] ?? 0)) / 10,
  }
}

function send(board: ChildProcess, message: ToBoard): void {
  board.send(message)
}

async function nextMessage(board: ChildProcess): Promise<FromBoard> {
  const [message] = (await once(board, 'message')) as [FromBoard]
  return message
}

/** Drives to and fro for ever. */
export function endlessDrive(library: NodeLibrary): TreeDoc {
  const body = '<Repeat num_cycles="-1"><Sequence><MoveToZone zone="8"/><MoveToHome/></Sequence></Repeat>'
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  return must(parseTree(text, { file: 'bench.xml', library }), 'the tree of this bench')
}
