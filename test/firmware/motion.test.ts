import { describe, expect, it } from 'vitest'
import type { WireCommand } from '#link/wire-command.js'
import { Bench, MOVE, moveTo } from './support/bench.js'

const push: WireCommand = { ...MOVE, kind: 'push', x: 0.32, y: 0, permitId: 1, vMax: 0.08 }

describe('MoveTo', () => {
  it.each([1, 20, 60])('arrives within 5 mm with wheels that lag by %i ms', (lagMs) => {
    const bench = new Bench().connect()
    bench.plant.lagMs = lagMs
    const { id } = bench.complete(moveTo(0.9, 0.4))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(Math.hypot(bench.plant.x - 0.9, bench.plant.y - 0.4)).toBeLessThan(0.005)
  })

  it('never exceeds its speed by more than the trim, nor leaves the straight line', () => {
    const bench = new Bench().connect()
    let fastest = 0
    let aside = 0
    const id = bench.session.command(moveTo(1, 1))
    bench.run(10_000, () => {
      fastest = Math.max(fastest, Math.hypot(bench.telemetry.vx, bench.telemetry.vy))
      aside = Math.max(aside, Math.abs(bench.plant.x - bench.plant.y))
      return bench.settled(id)
    })
    expect(fastest).toBeGreaterThan(0.58)
    expect(fastest).toBeLessThan(0.65)
    expect(aside).toBeLessThan(0.003)
  })

  it('turns on the way, and on the spot', () => {
    const bench = new Bench().connect()
    const { id } = bench.complete({ ...moveTo(0.3, 0), theta: 1.2 })
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    const turn = bench.complete({ ...moveTo(bench.telemetry.x, bench.telemetry.y), theta: -1.5 })
    expect(bench.session.commandState(turn.id)).toMatchObject({ done: 'ok' })
    bench.run(40)
    expect(bench.telemetry.theta).toBeCloseTo(-1.5, 1)
  })

  it('odometry comes from measured wheels: jammed wheels mean no progress, and the move is done as stalled', () => {
    const bench = new Bench().connect()
    const id = bench.session.command(moveTo(1, 0))
    bench.run(900)
    bench.plant.jammed = true
    const x = bench.plant.x
    const took = bench.run(5_000, () => bench.settled(id))
    const state = bench.session.commandState(id)
    expect(state).toMatchObject({ done: 'stalled', detail: 255 })
    expect(took).toBeGreaterThanOrEqual(780)
    expect(took).toBeLessThan(1_400)
    bench.run(100)
    expect(bench.telemetry.x).toBeCloseTo(x, 2)
    expect(bench.plant.drive?.wheels).toEqual([0, 0, 0])
  })

  it('a robot that is held up for half a second goes on and still arrives', () => {
    const bench = new Bench().connect()
    const id = bench.session.command(moveTo(1, 0))
    bench.run(900)
    bench.plant.jammed = true
    bench.run(500)
    bench.plant.jammed = false
    bench.run(10_000, () => bench.settled(id))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(bench.plant.x).toBeCloseTo(1, 2)
  })

  it('Stop ramps to a stand and ends the command as stopped', () => {
    const bench = new Bench().connect()
    const id = bench.session.command(moveTo(2, 0))
    bench.run(1_200)
    const stop = bench.session.stop()
    const took = bench.run(1_000, () => bench.plant.drive?.wheels.every((w) => w === 0) === true)
    bench.run(40)
    expect(took).toBeLessThan(330)
    expect(bench.session.commandState(id)).toMatchObject({ done: 'stopped' })
    expect(bench.session.commandState(stop)).toEqual({ done: 'ok', detail: 0 })
  })

  it('a second actuation waits for the first', () => {
    const bench = new Bench().connect()
    const first = bench.session.command(moveTo(0.2, 0))
    const second = bench.session.command(moveTo(0, 0))
    bench.run(200)
    expect([bench.session.commandState(first), bench.session.commandState(second)]).toEqual([
      'accepted',
      'queued',
    ])
    bench.run(10_000, () => bench.settled(second))
    expect(bench.session.commandState(second)).toMatchObject({ done: 'ok' })
    expect(bench.telemetry.execCount).toBe(2)
  })
})

describe('Push', () => {
  it('is a slip when the bumper is not closed within 60 mm', () => {
    const bench = new Bench().connect()
    const { id } = bench.complete(push)
    expect(bench.session.commandState(id)).toMatchObject({ done: 'slip' })
    expect(bench.plant.x).toBeGreaterThan(0.06)
    expect(bench.plant.x).toBeLessThan(0.08)
  })

  it('is a slip when the shelf leaves the bumper on the way', () => {
    const bench = new Bench().connect()
    bench.plant.bumperAt = (x) => x > 0.02 && x < 0.2
    const { id } = bench.complete(push)
    expect(bench.session.commandState(id)).toMatchObject({ done: 'slip' })
    expect(bench.plant.x).toBeGreaterThan(0.19)
    expect(bench.plant.x).toBeLessThan(0.22)
  })
})

describe('SetVelocity', () => {
  it('drives while it is repeated and ends by itself after its time to live', () => {
    const bench = new Bench().connect()
    const setpoint = { permitId: 5, vx: 0.3, vy: 0, wz: 0, ttlMs: 100 }
    for (let i = 0; i < 20; i++) {
      expect(bench.session.setVelocity(setpoint)).toBe(true)
      bench.run(50)
    }
    expect(bench.telemetry.vx).toBeCloseTo(0.3, 2)
    expect(bench.telemetry.lastPermitId).toBe(5)
    bench.run(50 + 150 + 200)
    expect(bench.plant.fastestWheel).toBeLessThan(0.01)
    expect(bench.session.setVelocity({ ...setpoint, ttlMs: 5_000 })).toBe(false)
  })
})
