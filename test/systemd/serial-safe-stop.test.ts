import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openSerial } from '../../src/adapters/serial/open-serial.js'
import { must } from '../../src/base/result.js'
import { LinkSession } from '../../src/link/link-session.js'
import { monotonic } from '../../src/main/run/serial-body.js'
import { safeStop } from '../../src/main/safe-stop/safe-stop.js'
import { BenchPlant } from '../firmware/support/bench-plant.js'
import { moveTo } from '../firmware/support/bench.js'
import { PtyBoard } from '../firmware/support/pty-board.js'

const pty = createRequire(import.meta.url)('@lydell/node-pty') as {
  open(options: { encoding: null }): {
    readonly master: Socket
    readonly slave: Socket & { setRawMode(raw: boolean): void }
    readonly _pty: string
  }
}
const boards: PtyBoard[] = []
const board = (): PtyBoard => {
  const made = new PtyBoard(new BenchPlant(), 4711 + boards.length)
  boards.push(made)
  return made
}
afterEach(() => {
  for (const made of boards.splice(0)) made.kill()
})
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2))

/** A service that drives, and is killed in the middle of it. */
async function driveAndDie(robot: PtyBoard): Promise<void> {
  const port = must(await openSerial({ path: robot.path, baud: 921_600 }), 'pseudo-terminal')
  const session = new LinkSession({ clock: robot.clock, sessionId: 7 })
  let sent = false
  const limit = robot.clock.now() + 10_000
  while (robot.plant.x < 0.02 && robot.clock.now() < limit) {
    session.allowHeartbeat()
    session.feed(port.read())
    session.poll()
    port.write(session.takeBytes())
    if (session.status === 'up' && !sent) session.command({ ...moveTo(1, 0, 1), settleMs: 100 })
    sent ||= session.status === 'up'
    await turn()
  }
  expect(robot.plant.x).toBeGreaterThanOrEqual(0.02)
  port.close()
}

describe('graft safe-stop, over a real pseudo-terminal', () => {
  it('stops a robot that was left driving, and lets go of the port', async () => {
    const robot = board()
    await driveAndDie(robot)
    robot.heard.length = 0
    const outcomes = await safeStop(robot.path, monotonic())
    expect(outcomes).toMatchObject([{ device: robot.path, what: 'stopped' }])
    expect(robot.heard).toContain('stop')
    expect(robot.heard.filter((kind) => kind === 'moveTo' || kind === 'setVelocity')).toEqual([])
    const rest = robot.plant.x
    for (let i = 0; i < 50; i++) await turn()
    expect(robot.plant.x).toBeCloseTo(rest, 2)
    const again = must(await openSerial({ path: robot.path, baud: 921_600 }), 'the port, given back')
    again.close()
  })

  it('stops both where two controllers answer', async () => {
    const [one, two] = [board(), board()]
    const outcomes = await safeStop(`${one.path},${two.path}`, monotonic())
    expect(outcomes.map(({ what }) => what)).toEqual(['stopped', 'stopped'])
  })

  it('tells a port that somebody holds from a device that is silent and from none at all', async () => {
    const robot = board()
    const held = must(await openSerial({ path: robot.path, baud: 921_600 }), 'pseudo-terminal')
    expect(await safeStop(robot.path, monotonic())).toMatchObject([{ what: 'not-opened' }])
    held.close()
    for (let i = 0; i < 20; i++) await turn()
    const mute = pty.open({ encoding: null })
    mute.slave.setRawMode(true)
    mute.master.on('data', () => undefined)
    const folder = mkdtempSync(join(tmpdir(), 'graft-stop-'))
    try {
      writeFileSync(join(folder, 'no-terminal'), '')
      expect(await safeStop(join(folder, 'no-terminal'), monotonic())).toMatchObject([{ what: 'not-opened' }])
      expect(await safeStop(join(folder, 'ttyACM*'), monotonic())).toEqual([])
      expect(await safeStop(mute._pty, monotonic())).toMatchObject([{ what: 'silent' }])
    } finally {
      mute.master.destroy()
      mute.slave.destroy()
      rmSync(folder, { recursive: true })
    }
  })
})
