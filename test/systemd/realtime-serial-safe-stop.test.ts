import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openSerial } from '#adapters/serial/open-serial.js'
import { must } from '#base/result.js'
import { FrameDecoder, packFrame } from '#link/frame.js'
import { LinkSession } from '#link/link-session.js'
import { decodePayload, encodePayload } from '#link/message-codec.js'
import { PROTOCOL } from '#link/messages.gen.js'
import { monotonicClock } from '#app/connections/serial-connection.js'
import { safeStop } from '#cli/safe-stop/safe-stop.js'
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

/** Makes the Hello or its answer, on its way, one of another schema. */
function foreign(kind: 'hello' | 'helloAck') {
  const decoder = new FrameDecoder()
  let count = 0
  const through = (bytes: Uint8Array): Uint8Array => {
    const frames = decoder.feed(bytes).map((frame) => {
      const message = must(decodePayload(frame.type, frame.payload), 'a frame')
      if (message.kind !== kind) return packFrame(frame)
      count++
      const schemaHash = (PROTOCOL.schemaHash ^ 1) >>> 0
      return packFrame({ ...frame, payload: must(encodePayload({ ...message, schemaHash }), kind) })
    })
    return new Uint8Array(Buffer.concat([new Uint8Array(1), ...frames]))
  }
  return { through, count: () => count }
}

describe('graft safe-stop, over a real pseudo-terminal', () => {
  it('stops a robot that was left driving, and lets go of the port', async () => {
    const robot = board()
    await driveAndDie(robot)
    robot.heard.length = 0
    const outcomes = await safeStop(robot.path, monotonicClock())
    expect(outcomes).toMatchObject([{ device: robot.path, what: 'stopped' }])
    expect(robot.heard).toContain('stop')
    expect(robot.heard.filter((kind) => kind === 'moveTo' || kind === 'setVelocity')).toEqual([])
    const rest = robot.plant.x
    for (let i = 0; i < 50; i++) await turn()
    expect(robot.plant.x).toBeCloseTo(rest, 2)
    const again = must(await openSerial({ path: robot.path, baud: 921_600 }), 'the port, given back')
    again.close()
  })

  it.each([
    ['takes every Hello', 'says', 'helloAck'],
    ['refuses ours, so that no session is open', 'hears', 'hello'],
  ] as const)('STOP gets through to a controller of another protocol that %s', async (_, way, kind) => {
    const robot = board()
    await driveAndDie(robot)
    const changed = foreign(kind)
    robot[way] = changed.through
    robot.heard.length = 0
    const outcomes = await safeStop(robot.path, monotonicClock())
    expect(changed.count()).toBeGreaterThan(0)
    expect(outcomes).toMatchObject([{ device: robot.path, what: 'unconfirmed' }])
    expect(outcomes[0]?.text).toMatch(
      /^it speaks another protocol version: flash the firmware .*STOP and the emergency/,
    )
    expect(robot.heard).toEqual(expect.arrayContaining(['stop', 'estop']))
    expect(robot.heard.filter((each) => !['hello', 'stop', 'estop'].includes(each))).toEqual([])
    for (let i = 0; i < 200 && robot.drive.motorsEnabled; i++) await turn()
    expect(robot.drive.motorsEnabled).toBe(false)
    expect(robot.drives).toBe(false)
  })

  it('STOP gets through to a controller whose answers do not reach us', async () => {
    const robot = board()
    await driveAndDie(robot)
    robot.says = () => new Uint8Array()
    robot.heard.length = 0
    expect(await safeStop(robot.path, monotonicClock())).toMatchObject([
      { what: 'silent', text: expect.stringContaining('STOP and the emergency stop were sent') as string },
    ])
    expect(robot.heard).toEqual(expect.arrayContaining(['hello', 'stop', 'estop']))
    for (let i = 0; i < 200 && robot.drive.motorsEnabled; i++) await turn()
    expect(robot.drive.motorsEnabled).toBe(false)
  })

  it('stops both where two controllers answer', async () => {
    const [one, two] = [board(), board()]
    const outcomes = await safeStop(`${one.path},${two.path}`, monotonicClock())
    expect(outcomes.map(({ what }) => what)).toEqual(['stopped', 'stopped'])
  })

  it('tells a port that somebody holds from a device that is silent and from none at all', async () => {
    const robot = board()
    const held = must(await openSerial({ path: robot.path, baud: 921_600 }), 'pseudo-terminal')
    expect(await safeStop(robot.path, monotonicClock())).toMatchObject([{ what: 'not-opened' }])
    held.close()
    for (let i = 0; i < 20; i++) await turn()
    const mute = pty.open({ encoding: null })
    mute.slave.setRawMode(true)
    mute.master.on('data', () => undefined)
    const folder = mkdtempSync(join(tmpdir(), 'graft-stop-'))
    try {
      writeFileSync(join(folder, 'no-terminal'), '')
      expect(await safeStop(join(folder, 'no-terminal'), monotonicClock())).toMatchObject([
        { what: 'not-opened' },
      ])
      expect(await safeStop(join(folder, 'ttyACM*'), monotonicClock())).toEqual([])
      expect(await safeStop(mute._pty, monotonicClock())).toMatchObject([{ what: 'silent' }])
    } finally {
      mute.master.destroy()
      mute.slave.destroy()
      rmSync(folder, { recursive: true })
    }
  })
})
