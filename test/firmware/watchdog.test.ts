import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { StateBit } from '#link/messages.gen.js'
import type { WireCommand } from '#link/wire-command.js'
import { Bench, moveTo } from './support/bench.js'

const grip = { kind: 'grip', permitId: 1, mask: 0b1111, regrips: 0 } as const
const COMMANDS: readonly (readonly [string, WireCommand, number])[] = [
  ['a grip', grip, 4000],
  ['a move with four blocks', moveTo(1, 0, 2), 3000],
  ['a push', { ...moveTo(0.3, 0, 2), kind: 'push', vMax: 0.2 }, 2000],
  ['a rotation', { kind: 'rotate', permitId: 2, mask: 0b0101 }, 3000],
  ['a release of two', { kind: 'release', permitId: 2, mask: 0b0011 }, 3000],
]

/** Restarts the controller at a random moment of the command; the cable stays, the host knows nothing yet. */
function restarted(command: WireCommand, length: number, n: number, byWatchdog: boolean) {
  const bench = new Bench().connect()
  if (command.kind !== 'grip') bench.complete(grip)
  bench.plant.bumperAt = () => true
  bench.session.command(command)
  bench.run(1 + Math.floor(stream('watchdog', command.kind, n).next() * length))
  const before = { carried: bench.plant.carried, valves: bench.robot.drive.valves }
  bench.robot.reboot(1000 + n, byWatchdog ? before.valves : undefined)
  return { bench, before }
}

describe('the watchdog restarts the controller in the middle of a command (law 7)', () => {
  it.each(COMMANDS)(
    '%s: the cups keep what they hold, nothing moves, and nothing goes on',
    (_, command, length) => {
      for (let n = 0; n < 12; n++) {
        const { bench, before } = restarted(command, length, n, true)
        const { lift, rotator } = bench.plant
        const first = bench.robot.drive
        // the old session goes on talking, its heartbeats and its retries: nobody listens
        for (let ms = 0; ms < 3000; ms++) {
          bench.step()
          const { wheels, gripperMoves, valves } = bench.robot.drive
          if (wheels.some((speed) => speed !== 0) || gripperMoves || valves !== before.valves) break
        }
        expect(bench.robot.drive).toMatchObject({
          wheels: [0, 0, 0],
          gripperMoves: false,
          valves: before.valves,
        })
        expect(first.valves).toBe(before.valves)
        expect(bench.plant).toMatchObject({ carried: before.carried, lift, rotator })
        expect(bench.session.status).toBe('lost')
      }
    },
  )

  it('the next session finds the cups on vacuum, and only Release lets go', () => {
    const { bench } = restarted({ kind: 'rotate', permitId: 2, mask: 1 }, 10, 1, true)
    bench.newSession(0x99)
    bench.connect()
    expect(bench.telemetry).toMatchObject({ session: 0x99, valves: 0b1111, lastPermitId: 0, execCount: 0 })
    expect(bench.telemetry.state & StateBit.pump).toBe(StateBit.pump)
    expect(bench.telemetry.vacuumKpa10.every((kpa10) => kpa10 > 350)).toBe(true)
    const { id } = bench.complete({ kind: 'release', permitId: 3, mask: 0b1111 })
    expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(bench.robot.drive).toMatchObject({ valves: 0, pump: false })
  })

  it('a power cut keeps nothing: the cups are vented, and nothing moves', () => {
    for (const [, command, length] of COMMANDS) {
      const { bench } = restarted(command, length, 3, false)
      bench.run(2000)
      expect(bench.robot.drive).toMatchObject({
        wheels: [0, 0, 0],
        gripperMoves: false,
        valves: 0,
        pump: false,
      })
    }
  })
})
