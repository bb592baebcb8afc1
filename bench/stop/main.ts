import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { RunStore } from '../../src/adapters/store/run-store.js'
import { must } from '../../src/base/result.js'
import { ms } from '../../src/base/units.js'
import type { LoopHealth } from '../../src/learning/episode.js'
import { chooseFields } from '../../src/main/run/choose-fields.js'
import { makeManifest } from '../../src/main/run/make-manifest.js'
import { readLibrary } from '../../src/main/run/policy.js'
import type { FromBoard, ToBoard } from './board.js'
import { drive } from './drive.js'
import { startLoad } from './load.js'
import { percentilesOf, type Percentiles } from './percentiles.js'
import { circling } from './policy.js'

/**
 * How long an operator's STOP takes from Ctrl-C to the wire, and how punctual the reflex loop is, without and with both
 * shipped models at work in the same process.
 *
 *     npm run bench:stop -- --samples 2000
 */
const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '2000' },
    loads: { type: 'string', default: 'idle,loaded' },
    json: { type: 'boolean', default: false },
  },
})

interface Figures {
  readonly load: string
  readonly stop: Percentiles
  readonly heartbeatGap: Percentiles
  readonly tick: Percentiles
  readonly loop: LoopHealth
  readonly model: { readonly tokensPerS: number; readonly reportsPerS: number }
  /** of the process at the far end, which stands for another machine */
  readonly board: string
  readonly loadavg: number
}

const library = readLibrary()
const [setup] = must(await chooseFields({ field: 'F1' }), 'field F1')
if (setup === undefined) throw new Error('field F1 is not there')
const out = mkdtempSync(join(tmpdir(), 'graft-bench-stop-'))
const figures: Figures[] = []
try {
  for (const load of values.loads.split(',')) figures.push(await measure(load))
} finally {
  rmSync(out, { recursive: true })
}
process.stdout.write(values.json ? `${JSON.stringify(figures)}\n` : table(figures))
process.exit(0)

async function measure(load: string): Promise<Figures> {
  if (setup === undefined) throw new Error('field F1 is not there')
  const models = load === 'idle' ? undefined : await startLoad(setup, library)
  const board = fork(fileURLToPath(new URL('./board.ts', import.meta.url)))
  const ready = await heard(board)
  if (ready.kind !== 'ready') throw new Error('the board did not start')
  const asked = {
    episodes: 1,
    seed: 1,
    faults: 'none',
    strictAlg1: false,
    actor: 'model',
    blockInfo: false,
  } as const
  const doc = circling(library)
  const store = RunStore.create(out, makeManifest({ ...asked, serial: ready.device }, setup, doc, []))
  const driving = await drive({ device: ready.device, map: setup.map, library, doc, store })
  const began = performance.now()
  const [tokens, reports] = [models?.tokens() ?? 0, models?.reports() ?? 0]
  tell(board, { kind: 'measure', samples: Number(values.samples) })
  const measured = await heard(board)
  if (measured.kind !== 'measured') throw new Error('the board did not measure')
  const seconds = (performance.now() - began) / 1000
  const { tickMs, loop } = await driving.end()
  const rate = (count: number): number => Math.round((10 * count) / seconds) / 10
  const model = {
    tokensPerS: rate((models?.tokens() ?? 0) - tokens),
    reportsPerS: rate((models?.reports() ?? 0) - reports),
  }
  tell(board, { kind: 'end' })
  store.close()
  await models?.stop()
  return {
    load,
    stop: percentilesOf(measured.stopMs),
    heartbeatGap: percentilesOf(measured.beatMs),
    tick: percentilesOf(tickMs),
    loop: { ...loop, worstMs: ms(Math.round(loop.worstMs * 10) / 10) },
    model,
    board: ready.priority,
    loadavg: Math.round(10 * (loadavg()[0] ?? 0)) / 10,
  }
}

function tell(board: ChildProcess, message: ToBoard): void {
  board.send(message)
}

async function heard(board: ChildProcess): Promise<FromBoard> {
  const [message] = (await once(board, 'message')) as [FromBoard]
  return message
}

function table(rows: readonly Figures[]): string {
  const line = (load: string, what: string, { n, p50, p99, p999, max }: Percentiles): string =>
    `${load.padEnd(8)}${what.padEnd(26)}${[n, p50, p99, p999, max].map((v) => String(v).padStart(9)).join('')}\n`
  const head = `${''.padEnd(34)}${['n', 'p50', 'p99', 'p99.9', 'max'].map((v) => v.padStart(9)).join('')}\n`
  return rows
    .map(({ load, stop, heartbeatGap, tick, loop, model, board, loadavg: busy }) =>
      [
        head,
        line(load, 'Ctrl-C to STOP, ms', stop),
        line(load, 'heartbeat to heartbeat, ms', heartbeatGap),
        line(load, 'turn to turn, ms', tick),
        `${load.padEnd(8)}${loop.overruns} of ${loop.turns} turns overran; ${model.tokensPerS} tokens/s, ${model.reportsPerS} reports/s; load ${busy}, board ${board}\n`,
      ].join(''),
    )
    .join('\n')
}
