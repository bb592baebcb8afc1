import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { unitFlags } from '../viewer/service.js'
import type { Figures, Job } from './measure.js'
import type { Percentiles } from './percentiles.js'

/**
 * How long an operator's STOP takes from Ctrl-C to the wire, and how punctual the reflex loop is, without and with both
 * shipped models at work, at the normal rank and at the one that the product takes, beside busy programs of others.
 *
 *     npm run bench:stop -- --samples 2000
 *     npm run bench:stop -- --busy 5 --ranks normal,real-time --seconds 600 --check
 *
 * --check ends with 1 when a row at the real-time rank misses a bar.
 */
const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '2000' },
    /** instead of a number of samples: as many as there is time for */
    seconds: { type: 'string', default: '0' },
    loads: { type: 'string', default: 'idle,loaded' },
    ranks: { type: 'string', default: 'normal,real-time' },
    busy: { type: 'string', default: '0' },
    cores: { type: 'string', default: '2' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const BARS = { stopP999Ms: 50, heartbeatGapMs: 120, commLosses: 0 }

// children inherit it
if (cpus().length > Number(values.cores))
  spawnSync('taskset', ['-a', '-c', '-p', `0-${Number(values.cores) - 1}`, String(process.pid)])
// each in a session of its own, as programs of other people are: the kernel shares by session first (sched_autogroup)
const BUSY = 'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e7; i++);'
const others = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore', detached: true }),
)
const figures: Figures[] = []
try {
  for (const load of values.loads.split(','))
    for (const rank of values.ranks.split(','))
      figures.push(
        await announced({ load, rank, samples: Number(values.samples), seconds: Number(values.seconds) }),
      )
} finally {
  for (const other of others) other.kill('SIGKILL')
}
process.stdout.write(values.json ? `${JSON.stringify(figures)}\n` : table(figures))
const judged = figures.filter(({ rank }) => rank.startsWith('real-time'))
const unjudged =
  judged.length > 0 ? [] : [`no row has the real-time rank: ${figures.map(({ rank }) => rank).join(', ')}`]
const missed = values.check ? [...unjudged, ...judged.flatMap(missedBy)] : []
for (const text of missed) process.stderr.write(`missed: ${text}\n`)
process.exit(missed.length > 0 ? 1 : 0)

/** It takes minutes, and shows nothing meanwhile: the terminal would be part of the load. */
function announced(job: Job): Promise<Figures> {
  const long =
    job.seconds > 0 ? `${job.seconds} s` : `${job.samples} samples, about ${Math.ceil(job.samples / 10)} s`
  process.stderr.write(`${job.load}, ${job.rank}: ${long}\n`)
  return measured(job)
}

async function measured(job: Job): Promise<Figures> {
  const execArgv = [...process.execArgv, ...unitFlags()]
  const child = fork(fileURLToPath(new URL('./measure.ts', import.meta.url)), {
    execArgv,
    // keeps what is not a number
    serialization: 'advanced',
  })
  child.send(job)
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Figures | number]
  if (typeof answer !== 'object') throw new Error(`the measured process has ended (${answer})`)
  return answer
}

function missedBy({ load, stop, heartbeatGap, commLosses }: Figures): readonly string[] {
  // what was not measured is not a number, and misses every bar
  const say = (what: string, is: number, bar: number): readonly string[] =>
    is <= bar ? [] : [`${load}: ${what} ${is}, at most ${bar}`]
  return [
    ...say('p99.9 of STOP, ms', stop.p999, BARS.stopP999Ms),
    ...say('heartbeat gap, ms', heartbeatGap.max, BARS.heartbeatGapMs),
    ...say('comm losses', commLosses, BARS.commLosses),
  ]
}

function table(rows: readonly Figures[]): string {
  const line = (name: string, what: string, { n, p50, p99, p999, max }: Percentiles): string =>
    `${name.padEnd(18)}${what.padEnd(28)}${[n, p50, p99, p999, max].map((v) => String(v).padStart(9)).join('')}\n`
  const head = `${''.padEnd(46)}${['n', 'p50', 'p99', 'p99.9', 'max'].map((v) => v.padStart(9)).join('')}\n`
  const text = rows.map((row) => {
    const name = `${row.load}, ${row.rank.startsWith('real-time') ? 'real-time' : 'normal'}`
    const { loop, model } = row
    return [
      line(name, 'Ctrl-C to STOP, ms', row.stop),
      line(name, 'heartbeat to heartbeat, ms', row.heartbeatGap),
      line(name, 'the same at the far end, ms', row.gapAtFarEnd),
      line(name, 'turn to turn, ms', row.tick),
      `${''.padEnd(18)}${row.commLosses} comm losses, ${row.linkLosses} links given up in ` +
        `${row.seconds} s; ${loop.overruns} of ${loop.turns} turns overran; `,
      `${model.tokensPerS} tokens/s, ${model.reportsPerS} reports/s; ${row.rank}` +
        `; load ${row.loadavg}, board ${row.board}\n`,
    ].join('')
  })
  return [head, ...text].join('')
}
