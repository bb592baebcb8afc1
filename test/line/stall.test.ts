import { describe, expect, it } from 'vitest'
import { bothDirections, type LineEvent } from '#simulation/line/line-faults.js'
import { moveTo } from '../firmware/support/bench.js'
import { LineBench } from './support/line-bench.js'

const AT = 1_500
const stall = (ms: number, way: LineEvent['way'] = 'both'): readonly LineEvent[] => [
  { at: AT, for: ms, way, does: 'stall' },
]
const begin = (events: readonly LineEvent[]) => {
  const bench = new LineBench(bothDirections({}, events), 'stall').connect()
  const id = bench.session.command(moveTo(2, 0))
  bench.run(AT - bench.clock.now())
  expect(bench.plant.fastestWheel).toBeGreaterThan(1)
  return { bench, id }
}
const kinds = ({ events }: LineBench) => events.map(({ kind }) => kind)

describe('a line that stands (VRL-26)', () => {
  it('telemetry late by 150 ms: degraded, recovered, and the move goes on to its end', () => {
    const { bench, id } = begin(stall(150, 'toHost'))
    bench.run(140)
    expect(bench.session.status).toBe('degraded')
    bench.run(10_000, () => bench.settled(id))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(kinds(bench).filter((kind) => kind === 'degraded' || kind === 'recovered')).toEqual([
      'degraded',
      'recovered',
    ])
    expect(bench.witness.executed).toEqual([id])
  })

  it('degraded means that nothing new begins: a command waits in the queue until telemetry is back', () => {
    const { bench } = begin(stall(150, 'toHost'))
    bench.run(130)
    const next = bench.session.command({ kind: 'setPose', x: 0, y: 0, theta: 0 })
    bench.run(5)
    expect(bench.session.commandState(next)).toBe('queued')
  })

  it.each(['both', 'toHost', 'toFirmware'] as const)(
    'a stall of 600 ms (%s): the robot stands, and nothing that was on the line moves it again',
    (way) => {
      const { bench, id } = begin(stall(600, way))
      bench.run(600)
      expect(bench.session.status).toBe(way === 'toFirmware' ? 'degraded' : 'lost')
      const departures = bench.witness.departures.length
      bench.run(3_000)
      expect(bench.witness.departures.length).toBe(departures)
      expect(bench.witness.lastMotion).toBeLessThan(AT + 600 + 550)
      expect(bench.plant.fastestWheel).toBeLessThan(0.01)
      expect(bench.witness.executed).toEqual([id])
    },
  )

  it('a command that was caught in a stall of 600 ms arrives at a controller that no longer takes it', () => {
    const bench = new LineBench(bothDirections({}, stall(600)), 'stall').connect()
    bench.run(AT + 20 - bench.clock.now())
    const id = bench.session.command(moveTo(2, 0))
    bench.run(600)
    expect(bench.session.status).toBe('lost')
    expect(bench.session.commandState(id)).toBe('unknown')
    bench.run(2_000)
    expect(bench.witness.executed).toEqual([])
    expect(bench.witness.departures).toEqual([])
  })
})
