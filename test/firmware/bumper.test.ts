import { describe, expect, it } from 'vitest'
import { Bench, moveTo } from './support/bench.js'

/** Nothing asks for motion any more. */
const still = (bench: Bench): boolean => bench.robot.drive.wheels.every((speed) => speed === 0)

describe('the bumper stops every motion', () => {
  it('a MoveTo ends as contact where it touches: 40 mm of braking from full speed', () => {
    const bench = new Bench().connect()
    bench.plant.bumperAt = (x) => x > 0.5
    const { id } = bench.complete(moveTo(1, 0))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'contact' })
    expect(bench.plant.x).toBeLessThan(0.54)
  })

  it('a switch that closes for 2 ms is none', () => {
    const bench = new Bench().connect()
    const id = bench.session.command(moveTo(0.6, 0))
    bench.run(600)
    bench.plant.bumperAt = () => true
    bench.run(2)
    bench.plant.bumperAt = () => false
    bench.run(5_000, () => bench.settled(id))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
  })

  it('a target at the contact is reached: docking', () => {
    const bench = new Bench().connect()
    bench.plant.bumperAt = (x) => x > 0.49
    const { id } = bench.complete(moveTo(0.5, 0))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(bench.plant.x).toBeCloseTo(0.5, 2)
  })

  it('a move away from it is free, one that stays in contact ends after 30 mm', () => {
    const bench = new Bench().connect()
    bench.plant.bumperAt = (x) => x > -0.01
    const away = bench.complete(moveTo(-0.4, 0))
    expect(bench.session.commandState(away.id)).toMatchObject({ done: 'ok' })
    bench.plant.bumperAt = () => true
    const stuck = bench.complete(moveTo(-0.8, 0))
    expect(bench.session.commandState(stuck.id)).toMatchObject({ done: 'contact' })
    expect(bench.plant.x).toBeGreaterThan(-0.45)
  })

  it('a streamed setpoint ends; the way it came is refused, the way back and a turn are not', () => {
    const bench = new Bench().connect()
    const jog = (vx: number, wz = 0): boolean =>
      bench.session.setVelocity({ permitId: 1, vx, vy: 0, wz, ttlMs: 500 })
    bench.plant.bumperAt = (x) => x > 0.1
    jog(0.3)
    bench.run(450, () => bench.telemetry.inputs !== 0)
    bench.run(100, () => still(bench))
    expect([still(bench), bench.plant.x < 0.13]).toEqual([true, true])
    jog(0.3)
    bench.run(40)
    expect(bench.events).toContainEqual({ kind: 'nak', type: 0x10, reply: 'contact' })
    expect(still(bench)).toBe(true)
    jog(0, 0.5)
    bench.run(40)
    expect(still(bench)).toBe(false)
    jog(-0.3)
    bench.run(400)
    expect(bench.plant.x).toBeLessThan(0.1)
  })
})

describe('motor power', () => {
  it('is off from boot until a permitted command, and off again a second after the last one', () => {
    const bench = new Bench()
    let early = false
    bench.run(500, () => (early ||= bench.robot.drive.motorsEnabled))
    bench.connect()
    bench.complete({ kind: 'setPose', x: 0, y: 0, theta: 0 })
    bench.run(500, () => (early ||= bench.robot.drive.motorsEnabled))
    bench.complete(moveTo(0.2, 0, 0))
    bench.run(100, () => (early ||= bench.robot.drive.motorsEnabled))
    expect(early).toBe(false)
    const id = bench.session.command(moveTo(0.2, 0))
    bench.run(60)
    expect(bench.robot.drive.motorsEnabled).toBe(true)
    bench.run(5_000, () => bench.settled(id))
    const held = bench.run(2_000, () => !bench.robot.drive.motorsEnabled)
    expect(held).toBeGreaterThan(900)
    expect(held).toBeLessThanOrEqual(1_000)
  })

  it('goes with the host: after the ramp of a comm loss', () => {
    const bench = new Bench().connect()
    bench.session.command(moveTo(2, 0))
    bench.run(1_000)
    bench.healthy = false
    bench.run(3_000)
    expect(bench.robot.drive.motorsEnabled).toBe(false)
  })
})
