import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ms } from '#base/units.js'
import { WireRecorder } from '#app/run-folder/wire-recorder.js'
import { telemetryFrames } from './frames.js'
import { decodingPace, roundTrips, saturation, throughput } from './over-pty.js'
import { permitLatency, sampleOf, type Sample } from './permit.js'

/**
 * What the link costs over a real pseudo-terminal beside a bare serial port in the same run, and what the permit costs:
 *
 *     npm run bench:link -- --json
 *
 * Figures of a busy machine say little: its load stands above the table.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

/** What the reflex loop pays for `--wire`, µs for a piece of the usual size. */
async function recordingCost(pieces: number): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'graft-bench-'))
  const recorder = new WireRecorder(join(folder, 'wire.bin'), 'monotonic')
  const [piece = new Uint8Array(0)] = telemetryFrames(1)
  const times = new Float64Array(pieces)
  for (let n = 0; n < pieces; n++) {
    const begun = performance.now()
    recorder.listener('toHost', piece, ms(n))
    times[n] = (performance.now() - begun) * 1000
    if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await recorder.close()
  rmSync(folder, { recursive: true })
  return sampleOf(times)
}

const load = loadavg()[0] ?? NaN
const machine =
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node.js ` +
  `${process.version}`
const trips = await roundTrips(2_000)
const echo = await throughput(1_000)
const line = await saturation(5)
const pace = decodingPace(100_000)
const permit = await permitLatency(100_000)
const wire = await recordingCost(50_000)

if (values.json) {
  const result = {
    machine,
    load,
    roundTrips: trips,
    throughput: echo,
    saturation: line,
    decodingPace: pace,
    permit,
    wire,
  }
  console.log(JSON.stringify(result))
} else {
  const us = ({ median, p99, p999 }: Sample): string =>
    `median ${median.toFixed(1)} µs, 99 % ${p99.toFixed(1)} µs, 99.9 % ${p999.toFixed(1)} µs`
  const mbs = (us: number): string => `${(echo.bytes / us).toFixed(2)} MB/s`
  const ratio = (a: Sample, b: Sample): string =>
    `${(a.median / b.median).toFixed(2)}x of the medians, ${(a.p10 / b.p10).toFixed(2)}x of the fastest tenths`
  const rows: readonly (readonly [string, string, string])[] = [
    ['round trip, bare serialport echo', us(trips.bare), ''],
    ['round trip, SetPose and its acknowledgement', us(trips.session), ''],
    ['  ratio', ratio(trips.session, trips.bare), 'goal 1.3x'],
    ['throughput, bare serialport echo', mbs(echo.bare.median), ''],
    ['throughput, telemetry through the session', mbs(echo.session.median), ''],
    ['  ratio', ratio(echo.session, echo.bare), 'goal 1.3x'],
    [
      'a full line at 921 600 baud',
      `${(line.frames / line.seconds).toFixed(0)} frames/s, ${line.lost} lost`,
      '',
    ],
    ['  of one core, at 50 Hz', `${(line.busy * 100).toFixed(2)} %; a turn: ${us(line.turn)}`, ''],
    ['decoding on one core', `${pace.toFixed(0)} times such a line`, ''],
    [`twin check and permit, ${permit.commands} commands of the mission`, us(permit), 'goal 20, 99 % 100 µs'],
    ['recording a piece of the wire', us(wire), ''],
  ]
  console.log(
    `${machine}; load ${load.toFixed(1)}${load > availableParallelism() ? ', busy with something else' : ''}\n`,
  )
  for (const [what, figure, goal] of rows)
    console.log(`${what.padEnd(52)} ${figure}${goal === '' ? '' : `  (${goal})`}`)
}
