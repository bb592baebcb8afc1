import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { StormCounts } from '#test/link/support/decoder-storm.js'

/**
 * The frame decoder under mutated frames, at length:
 *
 *     npm run fuzz:link -- --frames 100000000 --workers 2 --seed 1
 *
 * A corruption is accepted when a frame comes out that differs in type, flags, number or payload from every frame that
 * was sent. Exit code 1 when there is one, when a good frame behind a bad one was not heard, when a worker crashed, or
 * when its heap grew by more than 4 MiB after warming up.
 */
interface Memory {
  readonly heap: number
  readonly rss: number
}
interface Report {
  readonly counts: StormCounts
  readonly before?: Memory
  readonly after?: Memory
}

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '10000000' },
    workers: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
  },
})
const [frames, workers, seed] = [Number(values.frames), Number(values.workers), Number(values.seed)]
if (![frames, workers, seed].every((value) => Number.isInteger(value) && value > 0)) {
  console.error('expected whole numbers: --frames 100000000 --workers 2 --seed 1')
  process.exit(2)
}

const MIB = 1024 * 1024
const MAX_GROWTH = 4 * MIB
const SAY_EVERY_MS = 5_000
const begun = performance.now()
const latest = new Map<number, Report>()
const exits: number[] = []

let saidAt = begun
const total = (): StormCounts => {
  const sum: StormCounts = { frames: 0, changed: 0, intact: 0, corrupt: 0, deaf: 0, refused: 0 }
  for (const { counts } of latest.values())
    for (const key of Object.keys(sum) as (keyof StormCounts)[]) sum[key] += counts[key]
  return sum
}
const rate = (done: number): string => ((done / (performance.now() - begun)) * 1e-3).toFixed(2)

await Promise.all(
  Array.from({ length: workers }, (_, i) => {
    const share = Math.floor(frames / workers) + (i < frames % workers ? 1 : 0)
    const worker = fork(
      fileURLToPath(new URL('fuzz-worker.ts', import.meta.url)),
      [`${share}`, `${seed * 1000 + i}`],
      {
        execArgv: [...process.execArgv, '--expose-gc'],
      },
    )
    worker.on('message', (report: Report) => {
      latest.set(i, report)
      if (performance.now() - saidAt < SAY_EVERY_MS) return
      saidAt = performance.now()
      const { frames: done, corrupt } = total()
      console.error(`${(done / 1e6).toFixed(1)} M frames, ${rate(done)} M/s, ${corrupt} corruptions accepted`)
    })
    return new Promise<void>((resolve) =>
      worker.on('exit', (code) => {
        exits.push(code ?? 1)
        resolve()
      }),
    )
  }),
)

const counts = total()
const crashes = exits.filter((code) => code !== 0).length
console.log(
  `${counts.frames} mutated frames in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${rate(counts.frames)} M/s`,
)
console.log(`  ${counts.changed} with other bytes than the frame they were made of`)
console.log(`  ${counts.refused} refused, ${counts.intact} accepted as a frame that was sent`)
console.log(`  ${counts.corrupt} accepted although no such frame was sent`)
console.log(`  ${counts.deaf} good frames behind a bad one that were not heard`)
console.log(`  ${crashes} crashes of ${workers} workers`)
let grown = 0
for (const [worker, { before, after }] of latest) {
  if (before === undefined || after === undefined) continue
  grown = Math.max(grown, after.heap - before.heap)
  const mib = (bytes: number): string => (bytes / MIB).toFixed(1)
  console.log(
    `  worker ${worker + 1}: heap ${mib(before.heap)} MiB after warming up, ` +
      `${mib(after.heap)} at the end; resident ${mib(before.rss)}, ${mib(after.rss)}`,
  )
}
const good = counts.frames === frames && counts.corrupt + counts.deaf + crashes === 0 && grown <= MAX_GROWTH
console.log(good ? 'good' : 'BAD')
process.exitCode = good ? 0 : 1
