import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { graft, mistreevous, type Engine } from './engines.js'
import { calibrate, cpuMs, garbage, median, timed } from './measure.js'
import { groups, scripts, type Shape } from './shapes.js'

/**
 * How fast the engine ticks and loads, beside mistreevous in the same process, in turns.
 *
 *     npm run bench:bt -- --repeats 5 --ms 300 --json
 */
const { values } = parseArgs({
  options: {
    repeats: { type: 'string', default: '5' },
    /** CPU milliseconds of one measurement */
    ms: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
    /** internal: one load in a fresh process */
    cold: { type: 'string' },
    /** internal: what a tick leaves on the heap */
    memory: { type: 'boolean', default: false },
  },
})
const repeats = Number(values.repeats)
const BIG = groups(1000)

interface Speed {
  readonly tree: string
  readonly nodes: number
  /** ticks a second of CPU time, medians */
  readonly graft: number
  readonly graftUnheard: number
  readonly mistreevous: number
  readonly mistreevousUnheard: number
  /** with a listener on both sides; median of the repeats' ratios */
  readonly ratio: number
  /** this engine with a listener against the other without */
  readonly ratioToUnheard: number
  readonly millionNodes: number
  readonly changesPerTick: number
  readonly bytesPerTick: number
  readonly bytesPerTickMistreevous: number
}

interface Load {
  readonly engine: string
  readonly warmMs: number
  /** the first load of a fresh process, before any code is compiled */
  readonly coldMs: number
}

const SHAPES = [groups(10), groups(100), BIG, scripts()]
if (values.cold !== undefined) {
  process.stdout.write(`${coldLoad(values.cold === 'graft' ? graft : mistreevous)}\n`)
} else if (values.memory) {
  process.stdout.write(
    JSON.stringify(SHAPES.map((shape) => [graft, mistreevous].map((engine) => bytes(engine, shape)))),
  )
} else {
  const memory = JSON.parse(
    again(['--memory'], ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64']),
  ) as [number, number][]
  const speeds = SHAPES.map((shape, index) => {
    const [bytesPerTick = NaN, bytesPerTickMistreevous = NaN] = memory[index] ?? []
    return { ...speed(shape), bytesPerTick, bytesPerTickMistreevous }
  })
  report(speeds, [graft, mistreevous].map(load))
}

function speed(shape: Shape): Omit<Speed, 'bytesPerTick' | 'bytesPerTickMistreevous'> {
  const subjects = [graft, mistreevous].flatMap((engine) => [
    engine.start(shape, true),
    engine.start(shape, false),
  ])
  const calls = subjects.map(({ tick }) => calibrate(tick, Number(values.ms)))
  const perSecond: number[][] = subjects.map(() => [])
  for (let round = 0; round < repeats; round++) {
    subjects.forEach(({ tick }, index) => {
      const count = calls[index] ?? 1
      perSecond[index]?.push((count * 1000) / timed(tick, count))
    })
  }
  const [ours = [], oursUnheard = [], theirs = [], theirsUnheard = []] = perSecond
  const over = (others: readonly number[]): number =>
    median(ours.map((value, round) => value / (others[round] ?? Number.NaN)))
  const [first] = subjects
  if (first === undefined) throw new Error('two engines were to be compared')
  const changesBefore = first.changes()
  first.tick()
  return {
    tree: shape.name,
    nodes: shape.nodes,
    graft: median(ours),
    graftUnheard: median(oursUnheard),
    mistreevous: median(theirs),
    mistreevousUnheard: median(theirsUnheard),
    ratio: over(theirs),
    ratioToUnheard: over(theirsUnheard),
    millionNodes: (median(ours) * shape.nodes) / 1e6,
    changesPerTick: first.changes() - changesBefore,
  }
}

function bytes(engine: Engine, shape: Shape): number {
  const { tick } = engine.start(shape, true)
  const calls = Math.ceil(5000 / shape.nodes)
  timed(tick, 1000 * calls)
  return Math.max(0, median(Array.from({ length: 7 }, () => garbage(tick, calls))))
}

function load(engine: Engine): Load {
  const one = (): void => void engine.load(BIG)
  const calls = calibrate(one, Number(values.ms))
  const warm = Array.from({ length: repeats }, () => timed(one, calls) / calls)
  const cold = Array.from({ length: repeats }, () => Number(again(['--cold', engine.name])))
  return { engine: engine.name, warmMs: median(warm), coldMs: median(cold) }
}

/** This program in a fresh process. */
function again(args: readonly string[], flags: readonly string[] = []): string {
  const self = fileURLToPath(import.meta.url)
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, self, ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

function coldLoad(engine: Engine): number {
  const start = cpuMs()
  engine.load(BIG)
  return cpuMs() - start
}

function report(speeds: readonly Speed[], loads: readonly Load[]): void {
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ node: process.version, repeats, speeds, loads })}\n`)
    return
  }
  const whole = (value: number): string => Math.round(value).toLocaleString('en')
  print([
    [
      'tree',
      'graft ticks/s',
      '(no listener)',
      'mistreevous',
      '(no listener)',
      'ratio',
      'M nodes/s',
      'bytes/tick',
      'theirs',
    ],
    ...speeds.map((s) => [
      s.tree,
      whole(s.graft),
      whole(s.graftUnheard),
      whole(s.mistreevous),
      whole(s.mistreevousUnheard),
      `${s.ratio.toFixed(1)} (${s.ratioToUnheard.toFixed(1)})`,
      s.millionNodes.toFixed(1),
      whole(s.bytesPerTick),
      whole(s.bytesPerTickMistreevous),
    ]),
  ])
  print([
    [`load ${BIG.name}`, 'warm ms', 'first ms'],
    ...loads.map((l) => [l.engine, l.warmMs.toFixed(2), l.coldMs.toFixed(1)]),
  ])
}

function print(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  const lines = rows.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
