import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stream } from '#base/random.js'
import { figuresOf, missed, type Turn } from './figures.js'
import { watchMemory } from './memory.js'
import { Operator } from './operator.js'
import { MeasuredService } from './service.js'
import { table } from './table.js'

/**
 * What a hostile viewer can cost a working robot: the real service does missions in real time, in turns
 * without and with a viewer who sends any bytes over real CURVE, beside an operator who stops it again and
 * again.
 *
 *     npm run bench:viewer -- --minutes 10
 *     npm run bench:viewer -- --minutes 5 --rank normal --json --check
 *
 * --minutes is the time with the viewer; it takes as long again without. --check ends with 1 when a bar does not hold.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** of one turn */
    seconds: { type: 'string', default: '30' },
    /** before the first turn */
    warmup: { type: 'string', default: '60' },
    rank: { type: 'string', default: 'real-time' },
    cores: { type: 'string', default: '0-1' },
    viewerCores: { type: 'string' },
    /** of Node, for the service, instead of those of the unit: --flags=--trace-gc */
    flags: { type: 'string' },
    /** of the viewer, `;` between its processes: which attacks (test/console/support/hostile-viewer.ts) */
    kinds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const turnMs = Number(values.seconds) * 1000
const pairs = Math.max(1, Math.round((Number(values.minutes) * 60_000) / turnMs))
const HOSTILE = fileURLToPath(new URL('../../test/console/support/hostile-viewer.ts', import.meta.url))
/** two processes, so that one that is busy with a million frames does not keep the other kinds waiting */
const KINDS = values.kinds?.split(';') ?? [
  'multipart,large multipart,multipart shapes',
  'subscriptions,short subscriptions,sizes,flood,half messages,any bytes,slow readers,connects,comes and goes,garbage',
]

const service = await MeasuredService.start({
  cores: values.cores,
  realTime: values.rank === 'real-time',
  ...(values.flags !== undefined && { flags: values.flags.split(' ') }),
})
const turns: Turn[] = []
const tally: Record<string, number> = {}
const loads: number[] = []
try {
  const operator = new Operator(service.key('anna', 'operator'), stream('operator', values.seed))
  const mallory = service.key('mallory', 'viewer')
  await operator.ready()
  say(`a warm-up; the reflex loop is ${service.rank}`)
  // memory grows for about a minute after the start, whoever looks on
  await operator.operate(Number(values.warmup) * 1000)
  for (let pair = 0; pair < pairs; pair++)
    for (const viewer of [false, true]) {
      const turn = await playTurn(operator, viewer ? mallory : undefined, pair)
      turns.push(turn)
      loads.push(loadavg()[0] ?? NaN)
      const { main, console } = turn
      for (const line of service.events) say(line)
      say(
        `${turns.length}/${2 * pairs} ${viewer ? 'with' : 'without'} a viewer: ` +
          `${figuresOf([turn, { ...turn, viewer: !viewer }]).with.reflex.p999} ms p99.9, ` +
          `main ${main.after.toFixed(0)} MB, console ${console.after.toFixed(0)} MB, load ${loads.at(-1)?.toFixed(1)}`,
      )
    }
  operator.close()
  const figures = figuresOf(turns)
  const about = {
    rank: service.rank,
    minutes: (pairs * turnMs) / 60_000,
    missions: operator.missions,
    unanswered: operator.unanswered,
    tally,
    load: spread(loads),
  }
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ...figures, ...about, warnings: service.warnings.length })}\n`
      : table(figures, about, service.warnings),
  )
  const misses = missed(figures)
  for (const text of misses) process.stderr.write(`missed: ${text}\n`)
  process.exitCode = values.check && misses.length > 0 ? 1 : 0
} finally {
  await service.close()
}

async function playTurn(operator: Operator, key: string | undefined, pair: number): Promise<Turn> {
  const viewers = key === undefined ? [] : await Promise.all(KINDS.map((kinds) => attack(key, kinds, pair)))
  const from = operator.stops.length
  for (const { go } of viewers) go()
  await service.lateness()
  const memory = watchMemory({ main: () => service.pid, console: () => service.consolePid })
  await operator.operate(turnMs)
  // what they leave behind belongs to them
  for (const { ended } of viewers)
    for (const [what, n] of Object.entries(await ended)) tally[what] = (tally[what] ?? 0) + n
  const { reflex, eventLoop } = await service.lateness()
  return { viewer: key !== undefined, reflex, eventLoop, stops: operator.stops.slice(from), ...memory() }
}

/** Resolves when the viewer has been let in and begins. */
async function attack(
  key: string,
  kinds: string,
  seed: number,
): Promise<{ readonly ended: Promise<Tally>; readonly go: () => void }> {
  const args = [
    '--import',
    'tsx',
    HOSTILE,
    service.endpoint,
    key,
    kinds,
    String(turnMs / 1000),
    `${values.seed}-${seed}`,
  ]
  const child: ChildProcess = spawn(
    'taskset',
    ['-c', values.viewerCores ?? values.cores, process.execPath, ...args],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, HOSTILE_WAITS: 'yes' },
    },
  )
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = once(child, 'close').then(() => tallyOf(output))
  for (let left = 600; !output.startsWith('in\n'); left--) {
    if (left === 0 || child.exitCode !== null) throw new Error('the viewer does not get in')
    await pause(50)
  }
  return { ended, go: () => void child.stdin?.end('go') }
}

/** libzmq sometimes aborts under what the viewer does with it: its own process, and one attack less in that turn. */
function tallyOf(output: string): Tally {
  const text = output.split('\n')[1] ?? ''
  return text === '' ? { 'attacker that broke itself': 1 } : (JSON.parse(text) as Tally)
}

function spread(list: readonly number[]): string {
  return `${Math.min(...list).toFixed(1)} to ${Math.max(...list).toFixed(1)}`
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

type Tally = Readonly<Record<string, number>>
