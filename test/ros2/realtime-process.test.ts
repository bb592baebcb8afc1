import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDriverProcess } from '#adapters/drivers/driver-process.js'
import { LinePeer } from '#drivers/line-peer.js'
import { WebSocketLink } from '#ros2/bridge/web-socket-link.js'
import { REPO } from '../../lab/architecture/source-tree.js'
import { LiveSession } from '../drivers/support/live.js'
import { BridgeServer } from './bridge-server.js'
import { mappingText, STOP_WITH_CALL } from './rig.js'

let folder = ''
let server: BridgeServer
let live: LiveSession | undefined
const log: string[] = []
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'graft-ros2-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  server = await BridgeServer.start()
  log.length = 0
})
afterEach(async () => {
  live?.close()
  live = undefined
  await server.close()
})

/** `graft ros2` as graft starts it. */
function start(url = server.url, graceMs?: () => number): LiveSession {
  writeFileSync(join(folder, 'mapping.yaml'), mappingText(url, { stop: STOP_WITH_CALL }))
  live = new LiveSession(
    new LinePeer(
      startDriverProcess({
        command: 'node',
        args: [join(REPO, 'bin/graft.js'), 'ros2', 'mapping.yaml'],
        cwd: folder,
        onLog: (line) => void log.push(line),
        ...(graceMs && { graceMs }),
      }),
    ),
  )
  return live
}

/**
 * Out of SAFE after a lost connection: asked again until the driver agrees, as it hears of its new connection, and that
 * the robot stands, some time after the server does.
 */
async function readyAgain(robot: LiveSession): Promise<void> {
  const answers = (): number =>
    robot.events.filter(({ kind }) => kind === 'ready' || kind === 'resetRefused').length
  let asked = answers()
  await robot.until('ready', () => {
    if (robot.session.beat?.safe === false) return true
    if (answers() >= asked) {
      asked = answers() + 1
      robot.session.reset()
    }
    return false
  })
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

const ended =
  (session: LiveSession, id: ReturnType<LiveSession['execute']>) => async (): Promise<unknown> => {
    await session.until('the end', () => typeof session.session.commandState(id) === 'object')
    return session.session.commandState(id)
  }

describe('graft ros2, a process', () => {
  it('drives and grips, stops within its time, and keeps the laws', async () => {
    const robot = await start().ready()
    expect(await ended(robot, robot.execute('Drive', { place: 'shelf' }))()).toMatchObject({ done: 'ok' })
    expect(await ended(robot, robot.execute('Grip', { position: 0 }))()).toMatchObject({ done: 'ok' })
    const id = robot.execute('Drive', { place: 'table' })
    await robot.until('moving', () => server.bridge.robot.base.speed > 1)
    robot.session.stop()
    expect(await ended(robot, id)()).toMatchObject({ done: 'stopped' })
    expect(server.bridge.robot.base.speed).toBe(0)
    expect(server.bridge.robot.navigation).toBeUndefined()
    robot.close()
    expect(robot.judge()).toMatchObject({ breaches: [], counts: { commands: 3, executions: 3, ended: 3 } })
  })

  it('the bridge dies in motion: it fails, SAFE; comes back and knows nothing: all goals are cancelled, and after a reset it goes on', async () => {
    const robot = await start().ready()
    server.bridge.robot.speed = 0.2
    const id = robot.execute('Drive', { place: 'table' })
    await robot.until('moving', () => server.bridge.robot.base.speed > 0.1)
    const port = await server.die()
    await robot.until('SAFE', () => robot.session.beat?.safe === true, 3000)
    expect(server.bridge.robot.navigation).toBeDefined()
    await server.comeBack(port)
    expect(await ended(robot, id)()).toMatchObject({
      done: 'failed',
      reason: expect.stringMatching(/^the connection to the ROS bridge was lost/) as string,
    })
    await robot.until('cancelled', () => server.bridge.robot.navigation === undefined, 3000)
    await robot.until('standing', () => robot.session.beat?.moving === false, 3000)
    await readyAgain(robot)
    server.bridge.robot.speed = 2
    expect(await ended(robot, robot.execute('Drive', { place: 'shelf' }))()).toMatchObject({ done: 'ok' })
    expect(log.join('\n')).toContain('the connection to the ROS bridge was lost')
  })

  it('its host goes: the goal is cancelled and the robot stands', async () => {
    const robot = await start().ready()
    // so slow that it is nowhere near its goal when the test ends
    server.bridge.robot.speed = 0.1
    robot.execute('Drive', { place: 'table' })
    await robot.until('moving', () => server.bridge.robot.base.speed > 0.05)
    const [goal] = server.bridge.sent('send_action_goal').slice(-1)
    const published = server.bridge.sent('publish').length
    expect(server.bridge.sent('cancel_action_goal')).toEqual([])
    robot.close()
    await robot.until('standing', () => server.bridge.robot.base.speed === 0, 2000)
    expect(server.bridge.robot.navigation).toBeUndefined()
    expect(server.bridge.robot.place).toBe('dock')
    expect(server.bridge.sent('cancel_action_goal')[0]).toMatchObject({ id: goal?.['id'] })
    expect(server.bridge.sent('publish').slice(published)[0]).toMatchObject({ topic: '/cmd_vel' })
  })

  it('its host is killed, and the robot heeds no stop: it goes on saying stop, and ends when the robot stands', async () => {
    // as after `kill -9`: its input ends, and nobody kills it
    const robot = await start(undefined, () => 30_000).ready()
    server.bridge.robot.speed = 0.1
    robot.execute('Drive', { place: 'table' })
    await robot.until('moving', () => server.bridge.robot.base.speed > 0.05)
    server.bridge.faults = { ignoresCancel: true, serviceFails: 'no' }
    robot.close()
    const stops = (): number => server.bridge.sent('cancel_action_goal').length
    // longer than stopMs of the mapping
    await pause(2000)
    const before = stops()
    await pause(2500)
    expect(stops()).toBeGreaterThanOrEqual(before + 2)
    expect(server.bridge.robot.base.speed).toBeGreaterThan(0.05)
    server.bridge.faults = {}
    await robot.until('standing', () => server.bridge.robot.base.speed === 0, 3000)
    await robot.until('its end', () => server.open === 0, 3000)
  })

  it('frames that are huge, binary or no JSON do not end the process', async () => {
    const robot = await start().ready()
    for (const data of ['no json', '{"op":1}', Buffer.alloc(1000, 7), '['.repeat(500_000)]) server.raw(data)
    expect(await ended(robot, robot.execute('Drive', { place: 'shelf' }))()).toMatchObject({ done: 'ok' })
    server.raw(`{"op":"publish","topic":"/parcel","msg":{"data":"${'x'.repeat(2_000_000)}"}}`)
    await robot.until('SAFE', () => robot.session.beat?.safe === true, 3000)
    await robot.until('connected again', () => server.connections === 2, 3000)
    await robot.until('odometry', () => robot.session.beat?.moving === false)
    await readyAgain(robot)
    expect(await ended(robot, robot.execute('Drive', { place: 'dock' }))()).toMatchObject({ done: 'ok' })
  })

  it('without a bridge it starts all the same, SAFE, and is ready once there is one', async () => {
    const port = await server.die()
    const robot = start(`ws://127.0.0.1:${port}`)
    await robot.until('up', () => robot.session.status === 'up')
    robot.session.reset()
    await robot.until('a beat', () => robot.session.beat !== undefined)
    expect(robot.session.beat?.safe).toBe(true)
    await server.comeBack(port)
    await robot.until('connected', () => server.connections === 1, 6000)
    await readyAgain(robot)
    expect(await ended(robot, robot.execute('Drive', { place: 'shelf' }))()).toMatchObject({ done: 'ok' })
  })
})

describe('the WebSocket', () => {
  it('an end that takes connections and says nothing is no bridge', async () => {
    const sockets = new Set<Socket>()
    const mute = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as { port: number }
    const link = new WebSocketLink(`ws://127.0.0.1:${port}`)
    await new Promise((resolve) => setTimeout(resolve, 3500))
    expect([link.connected, link.why]).toEqual([false, 'Opening handshake has timed out'])
    link.close()
    for (const socket of sockets) socket.destroy()
    mute.close()
  })

  it('a bridge that answers no ping is lost: a cable that was pulled closes nothing', async () => {
    const frozen = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong: false })
    await once(frozen, 'listening')
    const { port } = frozen.address() as { port: number }
    const link = new WebSocketLink(`ws://127.0.0.1:${port}`)
    const why = await new Promise<string>((resolve) =>
      link.listen({ opened: () => undefined, closed: resolve, received: () => undefined }),
    )
    expect(why).toBe('the bridge answers no ping')
    link.close()
    for (const client of frozen.clients) client.terminate()
    await new Promise((resolve) => frozen.close(resolve))
  })

  it('waits longer and longer between two attempts', async () => {
    let attempts = 0
    const closing = createServer((socket) => {
      attempts++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(closing, 'listening')
    const { port } = closing.address() as { port: number }
    const link = new WebSocketLink(`ws://127.0.0.1:${port}`)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    link.close()
    closing.close()
    // at 0, 0.2, 0.6, 1.4 s
    expect(attempts).toBeGreaterThanOrEqual(3)
    expect(attempts).toBeLessThanOrEqual(5)
  })

  it('a bridge that floods is left alone for a while', async () => {
    const link = new WebSocketLink(server.url)
    const closed = new Promise<string>((resolve) =>
      link.listen({ opened: () => undefined, closed: resolve, received: () => undefined }),
    )
    while (!link.connected) await new Promise((resolve) => setTimeout(resolve, 10))
    for (let i = 0; i < 12_000; i++) server.raw('{"op":"status","level":"info","msg":""}')
    expect(await closed).toBe('the bridge floods')
    link.close()
  })
})
