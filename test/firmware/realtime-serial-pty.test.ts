import { afterEach, describe, expect, it } from 'vitest'
import { openSerial } from '#adapters/serial/open-serial.js'
import { must } from '#base/result.js'
import type { ByteStream } from '#link/byte-stream.js'
import { LinkSession } from '#link/link-session.js'
import { BenchPlant } from './support/bench-plant.js'
import { moveTo } from './support/bench.js'
import { PtyBoard } from './support/pty-board.js'

const boards: PtyBoard[] = []
const board = (): PtyBoard => {
  const made = new PtyBoard(new BenchPlant())
  boards.push(made)
  return made
}
afterEach(() => {
  for (const made of boards.splice(0)) made.kill()
})

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2))

/** Carries bytes between session and port until `done`; gives up after ten seconds of firmware time. */
async function pump(
  session: LinkSession,
  port: ByteStream,
  { clock }: PtyBoard,
  done: () => boolean,
): Promise<boolean> {
  const limit = clock.now() + 10_000
  while (clock.now() < limit) {
    session.allowHeartbeat()
    session.feed(port.read())
    session.poll()
    port.write(session.takeBytes())
    if (done()) return true
    await pause()
  }
  return false
}

describe('serial port, over a real pseudo-terminal (VRL-26)', () => {
  it('handshake, a move, telemetry, and close', async () => {
    const robot = board()
    const port = must(await openSerial({ path: robot.path, baud: 921_600 }), 'pseudo-terminal')
    const session = new LinkSession({ clock: robot.clock, sessionId: 0xabcdef })
    expect(await pump(session, port, robot, () => session.status === 'up')).toBe(true)
    expect(session.takeEvents()).toContainEqual({ kind: 'up', bootId: 4711 })

    const id = session.command({ ...moveTo(0.05, 0, 42), settleMs: 100 })
    expect(await pump(session, port, robot, () => typeof session.commandState(id) === 'object')).toBe(true)
    expect(session.commandState(id)).toMatchObject({ done: 'ok' })
    expect(robot.plant.x).toBeCloseTo(0.05, 2)
    expect(session.telemetry).toMatchObject({ lastPermitId: 42, execCount: 1, session: 0xabcdef })
    expect(session.counters).toMatchObject({ unreadable: 0, badCrc: 0, badCobs: 0 })

    port.close()
    expect(port.open).toBe(false)
    port.write(Uint8Array.of(1, 2, 3))
    port.close()
    expect(port.read()).toHaveLength(0)
  })

  it('a pulled plug closes the stream at the next read', async () => {
    const robot = board()
    const port = must(await openSerial({ path: robot.path, baud: 921_600 }), 'pseudo-terminal')
    const session = new LinkSession({ clock: robot.clock, sessionId: 1 })
    expect(await pump(session, port, robot, () => session.telemetry !== undefined)).toBe(true)
    robot.unplug()
    port.read()
    expect(port.open).toBe(false)
  })

  it('a missing device is a diagnostic, not an exception', async () => {
    const result = await openSerial({ path: '/dev/serial/by-id/no-such-robot', baud: 921_600 })
    expect(result).toMatchObject({ ok: false, error: { code: 'serial.cannot-open', severity: 'error' } })
  })
})
