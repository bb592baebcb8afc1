import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { DoneStatus, type Odometry } from '#link/messages.gen.js'
import { Bench, moveTo } from './support/bench.js'

/** A robot that drives along +x, and a way to hold it to a share of its speed. */
function connected() {
  let newest: Odometry | undefined
  const bench = new Bench({ onOdometry: (odometry) => (newest = odometry) }).connect()
  const hold = (scale: number, { ttlMs = 1000, holdMs = 0 } = {}): boolean =>
    bench.session.setSpeedScale({ scale, ttlMs, holdMs }) !== undefined
  /** says it again before it runs out */
  const holding = (scale: number, ms: number, every = 100): void => {
    for (let passed = 0; passed < ms; passed += every) {
      hold(scale, { ttlMs: 150 })
      bench.run(every)
    }
  }
  return { bench, hold, holding, inEffect: () => newest?.speedScale }
}

/** metres a second, by where the base was a millisecond before */
function speedOf(bench: Bench): () => number {
  let before = { x: bench.plant.x, y: bench.plant.y }
  return () => {
    const { x, y } = bench.plant
    const speed = 1000 * Math.hypot(x - before.x, y - before.y)
    before = { x, y }
    return speed
  }
}

describe('a speed scale', () => {
  it('of 0 stops a move within v·t + v²/4 from any moment of it, and the move ends where it was to', () => {
    const ways: number[] = []
    for (let after = 50; after <= 2400; after += 150) {
      const { bench, holding, hold } = connected()
      bench.session.command(moveTo(1.2, 0))
      bench.run(after)
      const [{ x }, v] = [bench.plant, Math.abs(bench.telemetry.vx)]
      const way = (): number => bench.plant.x - x
      holding(0, 1500)
      // 20 ms until telemetry, 20 ms of lag of the wheels; 3 mm are what the reference is ahead
      expect(way()).toBeLessThan(v * 0.04 + v ** 2 / 4 + 0.01)
      const stood = way()
      holding(0, 3000)
      expect(way()).toBeCloseTo(stood, 3)
      expect(bench.telemetry.activeCmdId).not.toBe(0)
      hold(1000, { ttlMs: 0 })
      bench.run(8000, () => bench.telemetry.activeCmdId === 0)
      expect(bench.telemetry.doneStatus).toBe(DoneStatus.ok)
      expect(Math.abs(bench.plant.x - 1.2)).toBeLessThan(0.005)
      ways.push(stood)
    }
    // the test has seen it at full speed
    expect(Math.max(...ways)).toBeGreaterThan(0.05)
  })

  it('lets the base stand when the host falls silent, and go on when it speaks again', () => {
    const { bench, hold, inEffect } = connected()
    bench.session.command(moveTo(1.2, 0))
    hold(500, { ttlMs: 200 })
    bench.run(190)
    expect(inEffect()).toBe(500)
    bench.run(1500)
    expect(inEffect()).toBe(0)
    const { x } = bench.plant
    bench.run(5000)
    expect(bench.plant.x).toBeCloseTo(x, 3)
    hold(1000, { ttlMs: 0 })
    bench.run(8000, () => bench.telemetry.activeCmdId === 0)
    expect(bench.telemetry.doneStatus).toBe(DoneStatus.ok)
    expect(inEffect()).toBe(1000)
  })

  it('ends a command that was held at 0 for as long as the host wants to wait', () => {
    const { bench, hold } = connected()
    bench.session.command(moveTo(1.2, 0))
    bench.run(700)
    for (let i = 0; i < 30 && bench.telemetry.activeCmdId !== 0; i++) {
      hold(0, { ttlMs: 150, holdMs: 2000 })
      bench.run(100)
    }
    expect(bench.telemetry).toMatchObject({ activeCmdId: 0, doneStatus: DoneStatus.obstructed })
    expect(bench.plant.fastestWheel).toBeLessThan(0.01)
  })

  it('is no stall, and no lost shelf of a push that was stopped before it touched', () => {
    const { bench, holding, hold } = connected()
    bench.plant.bumperAt = (x) => x > 0.05
    bench.session.command({ ...moveTo(0.5, 0), kind: 'push' })
    bench.run(20, () => bench.plant.x > 0.01)
    bench.run(250)
    holding(0, 3000)
    hold(1000, { ttlMs: 0 })
    bench.run(8000, () => bench.telemetry.activeCmdId === 0)
    expect(bench.telemetry.doneStatus).toBe(DoneStatus.ok)
  })

  it('holds teleoperation, turns included', () => {
    const { bench, hold } = connected()
    const drive = (ms: number, scale: number): void => {
      for (let passed = 0; passed < ms; passed += 50) {
        hold(scale, { ttlMs: 150 })
        bench.session.setVelocity({ permitId: 1, vx: 0.3, vy: 0, wz: 1, ttlMs: 200 })
        bench.run(50)
      }
    }
    drive(1000, 1000)
    expect(bench.telemetry.vx).toBeCloseTo(0.3, 2)
    drive(1000, 500)
    expect(bench.telemetry.vx).toBeCloseTo(0.15, 2)
    expect(bench.telemetry.wz).toBeCloseTo(0.5, 2)
    drive(1000, 0)
    expect(bench.plant.fastestWheel).toBeLessThan(0.01)
  })

  it('gives way to Stop, and is forgotten with its session', () => {
    const { bench, hold } = connected()
    bench.session.command(moveTo(1.2, 0))
    bench.run(500)
    hold(0)
    bench.run(100)
    bench.session.stop()
    bench.run(500)
    expect(bench.telemetry).toMatchObject({ activeCmdId: 0, doneStatus: DoneStatus.stopped })
    bench.newSession(0x77)
    bench.connect()
    const { id } = bench.complete(moveTo(0.2, 0))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
  })

  it('may come twice or late: the newest one is in effect', () => {
    const { bench, hold, inEffect } = connected()
    const frames: Uint8Array[] = []
    bench.noise = (frame) => (frames.push(frame.slice()), [frame])
    hold(900)
    bench.run(20)
    hold(200)
    bench.run(20)
    bench.noise = (frame) => [frame]
    for (const frame of frames) bench.robot.stream.write(frame)
    bench.run(40)
    expect(inEffect()).toBe(200)
  })

  it('never lets the base be faster than it says, but for the braking at 2 m/s²', () => {
    const rng = stream('speed scale')
    let [held, compared] = [0, 0]
    for (let run = 0; run < 12; run++) {
      const { bench, hold } = connected()
      const speed = speedOf(bench)
      let limit = 0.6
      let share = 1
      bench.session.command(moveTo(1.8, 0.6))
      for (let i = 0; i < 60; i++) {
        share = rng.chance(0.3) ? 0 : rng.next()
        hold(Math.round(1000 * share), { ttlMs: 500 })
        for (let ms = 0; ms < 100; ms++) {
          bench.step()
          // TRIM of the controller, 0.1 m/s, shrinks with the scale; 20 ms of lag
          limit = Math.max(share * 0.7, limit - 0.002)
          const now = speed()
          expect(now).toBeLessThan(limit + 0.08)
          compared += 1
          if (share === 0 && now < 0.001) held += 1
        }
      }
    }
    expect(compared).toBe(72_000)
    expect(held).toBeGreaterThan(1000)
  })

  it('is for a controller that knows it, and a link that is up', () => {
    const bench = new Bench()
    expect(bench.session.setSpeedScale({ scale: 0, ttlMs: 100, holdMs: 0 })).toBeUndefined()
    expect(bench.connect().session.setSpeedScale({ scale: 1001, ttlMs: 100, holdMs: 0 })).toBeUndefined()
  })
})
