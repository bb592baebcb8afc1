import { describe, expect, it } from 'vitest'
import { Bench, moveTo } from './support/bench.js'

const trapezoid = (d: number, v = 0.6, a = 1): number =>
  d >= (v * v) / a ? d / v + v / a : 2 * Math.sqrt(d / a)

describe('durations on a healthy robot, virtual time (benchmarks 6.1)', () => {
  it.each([
    [0.35, 0],
    [0, 0.7],
    [0.6, 0.8],
    [1.2, -0.45],
    [0.05, 0.02],
  ])('MoveTo by (%f, %f) m takes 0.8 s and the trapezoid of 0.6 m/s, 1.0 m/s²', (x, y) => {
    const bench = new Bench().connect()
    const { id, took } = bench.complete(moveTo(x, y))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(Math.abs(took / 1000 - 0.8 - trapezoid(Math.hypot(x, y)))).toBeLessThan(0.05)
    expect(Math.hypot(bench.plant.x - x, bench.plant.y - y)).toBeLessThan(0.005)
  })

  it.each([
    ['grip', { kind: 'grip', permitId: 1, mask: 0b1111, regrips: 0 }, 4.0],
    ['release', { kind: 'release', permitId: 1, mask: 0b1111 }, 3.0],
    ['rotate', { kind: 'rotate', permitId: 1, mask: 0b0101 }, 3.0],
  ] as const)('%s takes its time', (_, command, seconds) => {
    const bench = new Bench().connect()
    const { id, took } = bench.complete(command)
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(Math.abs(took / 1000 - seconds)).toBeLessThan(0.05)
  })

  it.each([1, 2, 3])('each of %i re-grip rounds takes 1.0 s more', (regrips) => {
    const bench = new Bench().connect()
    bench.plant.blocks = 0b1101
    const { id, took } = bench.complete({ kind: 'grip', permitId: 1, mask: 0b1111, regrips })
    expect(bench.session.commandState(id)).toEqual({ done: 'incomplete', detail: 0b1101 })
    expect(Math.abs(took / 1000 - 4 - regrips)).toBeLessThan(0.05)
  })

  it('pushing the shelf by 0.32 m at 0.08 m/s takes about 5 s', () => {
    const bench = new Bench().connect()
    bench.plant.bumperAt = (x) => x > 0.03
    const { id, took } = bench.complete({ ...moveTo(0.32, 0), kind: 'push', vMax: 0.08 })
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(took / 1000).toBeGreaterThan(4.6)
    expect(took / 1000).toBeLessThan(5.4)
  })
})
