import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeds } from '../../firmware-protocol/fuzz/seeds.js'
import { sha256 } from '#base/hash.js'
import { EstopCause } from '#link/messages.gen.js'
import { needs } from '../needs/needs.js'
import { Bench, moveTo } from './support/bench.js'
import { BenchPlant } from './support/bench-plant.js'
import { record } from './support/recording.js'

const file = (path: string): string =>
  fileURLToPath(new URL(`../../firmware-protocol/${path}`, import.meta.url))
/** `firmware-protocol/fuzz/run.sh 600` is the long run */
const SECONDS = Number(process.env['GRAFT_FUZZ_SECONDS'] ?? 10)

describe('the core under libFuzzer and sanitizers', needs('libFuzzer'), () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
    execFileSync(file('fuzz/build.sh'), [join(folder, 'fuzz')])
    for (const name of ['corpus', 'seeds']) mkdirSync(join(folder, name))
    const first = seeds(readFileSync(file('gen/vectors.json'), 'utf8'))
    for (const [name, bytes] of first) writeFileSync(join(folder, 'seeds', name), bytes)
    expect(first.size).toBeGreaterThan(210)
  }, 180_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it(`${SECONDS} s of inputs, bytes and frames and sensors and time: no sanitizer and no witness objects`, () => {
    const options = [`-max_total_time=${SECONDS}`, '-max_len=512', '-timeout=60', '-seed=1']
    const { status, stderr } = spawnSync('./fuzz', [...options, 'corpus', 'seeds'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status, stderr.slice(-4_000)).toBe(0)
    const runs = Number(/^Done (\d+) runs/m.exec(stderr)?.[1])
    const edges = Math.max(...[...stderr.matchAll(/cov: (\d+)/g)].map(([, count]) => Number(count)))
    process.stderr.write(
      `fuzzing of the core: ${runs} inputs in ${SECONDS} s, ${edges} edges reached, no finding\n`,
    )
    expect(runs).toBeGreaterThan(220)
    expect(edges).toBeGreaterThan(400)
  }, 300_000)

  it('a recorded ride under address and undefined-behaviour sanitizers answers as WebAssembly does', () => {
    const ride = record(20, 3)
    const sanitizers = '-O1 -fsanitize=address,undefined -fno-sanitize-recover=all'
    const env = { ...process.env, CC: 'clang-14', CFLAGS: sanitizers }
    execFileSync(file('host/build.sh'), [join(folder, 'replay')], { env })
    const output = execFileSync(join(folder, 'replay'), { input: ride.input, maxBuffer: 64e6 })
    expect(sha256(output)).toBe(sha256(ride.output))
  }, 120_000)
})

// Found by the fuzzer: one such number stayed in the odometry for ever and went from there into the wheel setpoints.
describe('an encoder that says no number', () => {
  it.each([NaN, Infinity, -3e38])(
    '%d rad/s: setpoints and pose stay numbers, and the encoder is named',
    (speed) => {
      const bench = new Bench().connect()
      const id = bench.session.command(moveTo(1, 0))
      bench.run(500)
      const honest = BenchPlant.prototype.step.bind(bench.plant)
      bench.plant.step = (drive) => ({ ...honest(drive), wheels: [speed, 0, 0] })
      bench.run(3_000, () => bench.settled(id))
      expect(bench.session.commandState(id)).toMatchObject({ done: 'estop' })
      bench.plant.step = honest
      bench.run(2_000)
      expect(bench.telemetry).toMatchObject({ estopCause: EstopCause.encoderFault, estopWheel: 0 })
      const { x, y, theta, state } = bench.telemetry
      expect([x, y, theta].every(Number.isFinite)).toBe(true)
      expect(bench.robot.drive.wheels).toEqual([0, 0, 0])
      expect(state & 8).toBe(0)
    },
  )
})
