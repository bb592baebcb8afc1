import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireCommand } from '#link/wire-command.js'
import type { LineEvent, LineFaults, ChannelFaults } from '#simulation/line/line-faults.js'
import { moveTo } from '../firmware/support/bench.js'
import { LineBench } from './support/line-bench.js'

const RUNS = 60
/** longest that anything may go on after the host fell silent: 200 ms timeout, 300 ms ramp, 60 ms of overtaken frames */
const STANDS_WITHIN = 200 + 300 + 60 + 40

const rate = (max: number) => fc.double({ min: 0, max, noNaN: true })
const way = fc.record({
  unit: fc.constantFrom<ChannelFaults['unit']>('frames', 'chunks'),
  drop: rate(0.4),
  duplicate: rate(0.4),
  reorder: rate(0.3),
  flip: rate(0.3),
  cut: rate(0.2),
  split: rate(0.5),
  bitErrors: rate(1e-3),
  stall: rate(0.01),
  stallMs: fc.constant({ min: 20, max: 900 }),
})
const event: fc.Arbitrary<LineEvent> = fc.record({
  at: fc.integer({ min: 100, max: 4_000 }),
  for: fc.integer({ min: 1, max: 900 }),
  way: fc.constantFrom<LineEvent['way']>('toFirmware', 'toHost', 'both'),
  does: fc.constantFrom<LineEvent['does']>('stall', 'silence', { faults: { drop: 0.9 } }),
})
const line: fc.Arbitrary<LineFaults> = fc.record({
  toFirmware: way,
  toHost: way,
  events: fc.array(event, { maxLength: 4 }),
})

/** What the host asks for, a command every 700 ms. */
const asked = fc.array(fc.constantFrom<WireCommand['kind']>('moveTo', 'grip', 'release', 'setPose', 'stop'), {
  minLength: 3,
  maxLength: 8,
})

function command(kind: WireCommand['kind'], n: number): WireCommand {
  switch (kind) {
    case 'moveTo':
      return { ...moveTo(n % 2 === 0 ? 0.2 : 0, 0, n), settleMs: 50 }
    case 'grip':
      return { kind: 'grip', permitId: n, mask: 5, regrips: 0 }
    case 'release':
      return { kind: 'release', permitId: n, mask: 5 }
    case 'stop':
      return { kind: 'stop' }
    case 'setPose':
    case 'push':
    case 'rotate':
    case 'estop':
    case 'estopReset':
      return { kind: 'setPose', x: 0, y: 0, theta: 0 }
  }
}

describe('whatever the line does', () => {
  it(`no id is executed twice, nothing begins to move without permit, and a silent host is a robot that stands (${RUNS} lines)`, () => {
    let executed = 0
    let lost = 0
    let departures = 0
    fc.assert(
      fc.property(line, asked, fc.integer(), (faults, kinds, seed) => {
        const bench = new LineBench(faults, seed)
        bench.run(300)
        kinds.forEach((kind, n) => {
          bench.session.command(command(kind, n + 1))
          bench.run(700)
        })
        bench.hostAlive = false
        const silentAt = bench.clock.now()
        bench.run(2_500)
        const { witness } = bench
        expect(witness.breaches).toEqual([])
        expect(witness.lawless).toEqual([])
        expect(new Set(witness.executed).size).toBe(witness.executed.length)
        expect(witness.executed).toEqual([...witness.executed].sort((a, b) => a - b))
        expect(witness.unreadable).toBe(0)
        // a stall holds what the host said last for as long as it lasts
        const held = Math.max(0, ...(faults.events ?? []).map((e) => e.at + e.for), silentAt + 900)
        expect(witness.lastMotion).toBeLessThan(held + STANDS_WITHIN)
        executed += witness.executed.length
        departures += witness.departures.length
        if (bench.session.status === 'lost') lost++
      }),
      { numRuns: RUNS, seed: 4 },
    )
    // the lines were neither so bad nor so good that nothing happened
    expect(executed).toBeGreaterThan(RUNS)
    expect(departures).toBeGreaterThan(RUNS / 4)
    expect(lost).toBeGreaterThan(RUNS / 20)
  }, 120_000)
})
