import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StateBit } from '#link/messages.gen.js'
import type { WireCommand } from '#link/wire-command.js'
import { Bench, moveTo } from './support/bench.js'

const grip = { kind: 'grip', permitId: 1, mask: 0b1111, regrips: 0 } as const
const release = { kind: 'release', permitId: 2, mask: 0b1111 } as const
const rotate = (mask: number) => ({ kind: 'rotate', permitId: 3, mask }) as const

/** A bench in the middle of a command, and where lift and rotator are then. */
function midway(command: WireCommand, milliseconds: number, before: readonly WireCommand[] = []) {
  const bench = new Bench().connect()
  for (const each of before) bench.complete(each)
  bench.session.command(command)
  bench.run(milliseconds)
  return bench
}

const where = ({ plant }: Bench) => ({ lift: plant.lift, rotator: plant.rotator })

/** Nothing travels for 5 s; the first millisecond is the one in which the bytes arrive. */
function expectStill(bench: Bench): void {
  bench.run(1)
  const stopped = where(bench)
  for (let i = 0; i < 5_000; i++) {
    bench.step()
    if (bench.plant.lift !== stopped.lift || bench.plant.rotator !== stopped.rotator) break
  }
  expect(where(bench)).toEqual(stopped)
}

const outcome = (bench: Bench, command: WireCommand) => {
  const { id } = bench.complete(command)
  const state = bench.session.commandState(id)
  return bench.session.refusal(id) ?? (typeof state === 'object' ? state.done : state)
}

function resetEstop(bench: Bench): void {
  bench.plant.estop = false
  bench.run(60)
  expect(outcome(bench, { kind: 'estopReset', latchNonce: bench.telemetry.latchNonce })).toBe('ok')
  bench.run(60)
}

describe('lift and rotator move only while a command runs (law 2, AMB-01)', () => {
  it.each([
    ['lift on its way down', grip, 600, []],
    ['lift on its way up', grip, 3_400, []],
    ['rotator', rotate(0b0101), 1_500, []],
    ['lift of a release on its way up', release, 2_400, [grip]],
  ] as const)('STOP stops the %s where it is', (_, command, milliseconds, before) => {
    const bench = midway(command, milliseconds, before)
    const { lift, rotator } = where(bench)
    bench.session.stop()
    expectStill(bench)
    expect(Math.max(lift, rotator)).toBeGreaterThan(0.2)
    expect(where(bench).lift).toBeCloseTo(lift, 2)
    expect(where(bench).rotator).toBeCloseTo(rotator, 2)
  })

  it('a lost heartbeat stops the lift in the tick that notices it, and its return moves nothing', () => {
    const bench = midway(grip, 200)
    bench.healthy = false
    bench.run(1_000, () => bench.events.some((e) => e.kind === 'firmware' && e.code === 'commLoss'))
    expectStill(bench)
    expect(where(bench).lift).toBeLessThan(0.6)
    bench.healthy = true
    expectStill(bench)
    expect(bench.telemetry.state & StateBit.commLoss).toBe(0)
  })

  it('a new session stops the lift', () => {
    const bench = midway(grip, 600)
    bench.newSession(0x77)
    bench.connect()
    expectStill(bench)
    expect(where(bench).lift).toBeLessThan(0.7)
  })

  it('after an e-stop in mid-rotation the reset moves nothing; Rotate with the same mask finishes the turn', () => {
    const bench = midway(rotate(0b0101), 1_500, [grip])
    bench.plant.estop = true
    bench.run(2)
    const { rotator } = where(bench)
    expectStill(bench)
    resetEstop(bench)
    expect(bench.robot.drive.motorsEnabled).toBe(false)
    expectStill(bench)
    expect(where(bench).rotator).toBeCloseTo(rotator, 2)
    for (const refused of [rotate(0b0100), release, grip]) expect(outcome(bench, refused)).toBe('notReady')
    expectStill(bench)
    const rest = bench.complete(rotate(0b0101))
    expect(bench.session.commandState(rest.id)).toMatchObject({ done: 'ok' })
    expect(Math.abs(rest.took / 1000 - 1.5)).toBeLessThan(0.05)
    expect(where(bench)).toEqual({ lift: 0, rotator: 1 })
    expect(outcome(bench, release)).toBe('ok')
  })

  it('after an abort in mid-lift the base stays; Grip starts from wherever the lift is, then the base is free', () => {
    const bench = midway(grip, 600)
    bench.session.stop()
    bench.run(60)
    expect(outcome(bench, moveTo(1, 0))).toBe('notReady')
    expect(outcome(bench, rotate(1))).toBe('notReady')
    expect(outcome(bench, grip)).toBe('ok')
    expect(bench.plant.carried).toBe(0b1111)
    expect(outcome(bench, moveTo(0.2, 0))).toBe('ok')
  })

  it('a command that is stopped before anything has left its end has not happened', () => {
    const bench = midway(rotate(0b0011), 30)
    bench.session.stop()
    expectStill(bench)
    expect(outcome(bench, grip)).toBe('ok')
    expect(where(bench)).toEqual({ lift: 0, rotator: 0 })
    bench.session.command(release)
    bench.run(30)
    bench.session.stop()
    bench.run(60)
    expect(outcome(bench, moveTo(0.2, 0))).toBe('ok')
    expect(outcome(bench, rotate(0b1100))).toBe('ok')
    expect(where(bench).rotator).toBe(1)
  })

  it('a controller that wakes with the rotator at its other end takes it as it is', () => {
    const bench = new Bench()
    bench.plant.rotator = 1
    bench.connect()
    expectStill(bench)
    expect(outcome(bench, grip)).toBe('ok')
    expect(where(bench)).toEqual({ lift: 0, rotator: 1 })
    expect(outcome(bench, rotate(15))).toBe('ok')
    expect(where(bench).rotator).toBe(0)
  })

  it('a slow lift gets the time for the last of its way before the brake falls', () => {
    const bench = new Bench().connect()
    bench.plant.slower = 1.2
    expect(outcome(bench, grip)).toBe('ok')
    expect(where(bench).lift).toBeLessThan(0.002)
    expect(outcome(bench, rotate(15))).toBe('ok')
    expect(where(bench).rotator).toBeGreaterThan(0.998)
  })

  it('over any sequence of commands, stops, e-stops and silences, nothing travels while no command is active', () => {
    const act = fc.constantFrom<Act>('grip', 'release', 'rotate', 'move', 'stop', 'estop', 'reset', 'silence')
    const step = fc.tuple(act, fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 2_500 }))
    let travelled = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 10 }), (steps) => {
        const bench = new Bench().connect()
        const watch = new Watch(bench)
        for (const [what, mask, milliseconds] of steps) {
          perform(bench, what, mask)
          for (let i = 0; i < milliseconds; i++) watch.step()
        }
        expect(watch.unexplained).toEqual([])
        travelled += watch.travelled
      }),
      { numRuns: 25, seed: 6 },
    )
    expect(travelled).toBeGreaterThan(10_000)
  })
})

type Act = 'grip' | 'release' | 'rotate' | 'move' | 'stop' | 'estop' | 'reset' | 'silence'

function perform(bench: Bench, act: Act, mask: number): void {
  bench.healthy = act !== 'silence'
  bench.plant.estop = act === 'estop'
  const { latchNonce } = bench.telemetry
  if (act === 'grip') bench.session.command({ ...grip, mask })
  if (act === 'release') bench.session.command({ ...release, mask })
  if (act === 'rotate') bench.session.command(rotate(mask))
  if (act === 'move') bench.session.command(moveTo(mask / 20, 0))
  if (act === 'stop') bench.session.stop()
  if (act === 'reset') bench.session.command({ kind: 'estopReset', latchNonce })
}

/** Between two telemetry frames that know of no command and count no new one, no millisecond may see travel. */
class Watch {
  travelled = 0
  readonly unexplained: { readonly tMs: number; readonly travels: number }[] = []
  readonly #bench: Bench
  #frame: Bench['telemetry']
  #travels = 0

  constructor(bench: Bench) {
    this.#bench = bench
    this.#frame = bench.telemetry
  }

  step(): void {
    const bench = this.#bench
    const before = where(bench)
    bench.step()
    // the frame that the session took in this step was sent before the world's last millisecond
    const { telemetry } = bench
    if (telemetry !== this.#frame) {
      const idle = telemetry.activeCmdId === 0 && this.#frame.activeCmdId === 0
      const quiet = idle && telemetry.execCount === this.#frame.execCount
      if (quiet && this.#travels > 0) this.unexplained.push({ tMs: telemetry.tMs, travels: this.#travels })
      this.#frame = telemetry
      this.#travels = 0
    }
    const after = where(bench)
    if (before.lift === after.lift && before.rotator === after.rotator) return
    this.#travels++
    this.travelled++
  }
}
