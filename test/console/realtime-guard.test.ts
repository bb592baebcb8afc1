import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Guard } from '#console-sockets/console-server/guard.js'
import { guardRules, HANDSHAKE } from '#console-sockets/console-server/guard-rules.js'
import { FrameScanner } from '#console-sockets/console-server/zmtp-frames.js'
import type { Purpose } from '#console-sockets/endpoints.js'
import { LIMITS } from '#console/protocol.js'
import { stream } from '#base/random.js'
import { pause, until } from './support/served.js'

/** What libzmq would be: it greets, lets everybody in, counts what comes, and answers when it is told to. */
class Behind {
  readonly server: Server
  readonly sockets: Socket[] = []
  bytes = 0
  frames = 0
  answer: ((socket: Socket, length: number) => void) | undefined

  constructor() {
    this.server = createServer((socket) => {
      this.sockets.push(socket)
      socket.on('error', () => undefined)
      socket.write(Buffer.concat([GREETING, frame(Buffer.from('\x07WELCOME'), 4)]))
      let handshake = 0
      const scanner = new FrameScanner({
        onFrame: (length) => {
          if (++handshake === 2) {
            // the length of what shows a key stands for the key
            guard?.keyRequested(String(length))
            socket.write(frame(Buffer.from('\x05READY'), 4))
          }
          if (handshake <= 2) return
          this.frames += 1
          this.answer?.(socket, length)
        },
      })
      socket.on('data', (chunk) => {
        this.bytes += chunk.length
        scanner.scan(chunk)
      })
    })
  }
}

const GREETING = Buffer.alloc(64)
GREETING.set([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1])
GREETING.write('CURVE', 12)

function frame(body: Buffer, flags = 0): Buffer {
  if (body.length < 256) return Buffer.concat([Buffer.from([flags, body.length]), body])
  const head = Buffer.alloc(9)
  head[0] = flags | 2
  head.writeBigUInt64BE(BigInt(body.length), 1)
  return Buffer.concat([head, body])
}
/** a frame of CURVE around so many bytes */
const box = (length: number): Buffer => frame(Buffer.alloc(length + 33, 7))

let folder = ''
let behind: Behind
let guard: Guard | undefined
const said: string[] = []
const rules = guardRules(LIMITS)

async function open(purpose: Purpose): Promise<void> {
  guard = await Guard.listen({
    purpose,
    address: `ipc://${join(folder, 'front')}`,
    rules: rules[purpose],
    log: (_, text) => said.push(text),
  })
  await new Promise<void>((resolve) => behind.server.listen(join(folder, 'behind'), resolve))
  guard.setUpstream(join(folder, 'behind'))
}

async function client(key = 300): Promise<{ socket: Socket; received: () => number; closed: () => boolean }> {
  const socket = connect(join(folder, 'front'))
  let received = 0
  let closed = false
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => (received += chunk.length))
  socket.on('close', () => (closed = true))
  socket.write(Buffer.concat([GREETING, frame(Buffer.alloc(200), 4), frame(Buffer.alloc(key), 4)]))
  await until(() => received >= 64 + 10 + 8, 'it is in')
  return { socket, received: () => received, closed: () => closed }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-guard-'))
  behind = new Behind()
  said.length = 0
})
afterEach(() => {
  guard?.close()
  for (const socket of behind.sockets) socket.destroy()
  behind.server.close()
  rmSync(folder, { recursive: true })
})

describe('the guard before libzmq', () => {
  it('cuts a message of 1,000,000 frames after 32 of them: libzmq sees less than 2 kB', async () => {
    await open('viewer')
    const { socket, closed } = await client()
    const before = behind.bytes
    const bomb = Buffer.concat(Array<Buffer>(1000).fill(box(1)))
    for (let i = 0; i < 1000 && !closed(); i++) if (!socket.write(bomb)) await pause(1)
    await until(closed, 'it is cut')
    expect(behind.frames).toBe(rules.viewer.unanswered)
    expect(behind.bytes - before).toBe(32 * box(1).length)
    await until(() => said.length > 0, 'it is told')
    expect(said).toEqual([expect.stringMatching(/^1 connections .* cut; the last: unanswered frames/)])
  })

  it('lets 2000 requests of a client through that gets its answers, as fast as it may', async () => {
    await open('operator')
    behind.answer = (socket) => void socket.write(box(900))
    const { socket, received, closed } = await client()
    const before = received()
    for (let i = 0; i < 100; i++) socket.write(Buffer.concat(Array<Buffer>(20).fill(box(50))))
    await until(() => received() - before === 2000 * box(900).length, 'all are answered')
    expect(closed()).toBe(false)
    expect(behind.frames).toBe(2000)
  })

  it('cuts a listener of 65 subscriptions, and takes 1000 heartbeats of one that has 64', async () => {
    await open('news')
    behind.answer = (socket, length) => void (length === 33 + 8 && socket.write(box(5)))
    const { socket, received, closed } = await client()
    for (let i = 0; i < 64; i++) socket.write(box(14))
    const before = received()
    for (let i = 0; i < 1000; i++) {
      socket.write(box(8))
      // news in between are no heartbeats
      if (i % 10 === 0) behind.sockets[0]?.write(Buffer.concat([box(5), box(100)]))
      if (i % 50 === 0) await pause(10)
    }
    await until(
      () => received() - before === 1000 * box(5).length + 100 * (box(5).length + box(100).length),
      'all have come',
    )
    expect(closed()).toBe(false)
    for (let i = 0; i < 1000; i++) socket.write(box(14))
    await until(closed, 'it is cut')
    expect(behind.frames).toBe(1064 + 1)
  }, 60_000)

  it.each([
    ['viewer', LIMITS.request.viewer + 300],
    ['maintainer', LIMITS.request.maintainer + 300],
    ['news', 100],
  ] as const)('cuts a %s at a frame of %i bytes by its length alone', async (purpose, length) => {
    await open(purpose)
    const { socket, closed } = await client()
    const before = behind.bytes
    const head = Buffer.alloc(9)
    head[0] = 2
    head.writeBigUInt64BE(BigInt(length), 1)
    socket.write(head)
    await until(closed, 'it is cut')
    expect(behind.bytes - before).toBeLessThanOrEqual(9)
  })

  it('cuts a listener that does not read, and what waits for it is bounded', async () => {
    await open('news')
    const { socket, closed } = await client()
    socket.pause()
    let written = 0
    const statusEvent = box(20_000)
    while (!closed() && written < 200e6) {
      for (const one of behind.sockets) if (!one.destroyed) one.write(statusEvent)
      written += statusEvent.length
      if (written % 10 === 0) await pause(0)
      if ((guard?.connections ?? 0) === 0) break
      await pause(0)
    }
    expect(guard?.connections).toBe(0)
    expect(written).toBeLessThan(20e6)
  })

  it('ends who does not show a key: garbage at once, silence in time, and of too many the oldest', async () => {
    await open('operator')
    const sockets = Array.from({ length: HANDSHAKE.connections + 20 }, () => connect(join(folder, 'front')))
    let gone = 0
    for (const socket of sockets) {
      socket.on('error', () => undefined)
      socket.on('close', () => (gone += 1))
      socket.resume()
    }
    await until(() => gone === 20, 'the oldest made room')
    // none of them has troubled libzmq
    expect(behind.sockets).toHaveLength(0)
    const { closed } = await client()
    const garbage = connect(join(folder, 'front'))
    garbage.on('error', () => undefined)
    const cut = new Promise((resolve) => garbage.once('close', resolve))
    garbage.resume()
    garbage.write('GET / HTTP/1.1\r\n\r\n')
    await cut
    await until(() => gone === sockets.length, 'the silent ones are gone')
    expect(closed()).toBe(false)
    expect(behind.sockets).toHaveLength(1)
    await until(() => said.some((text) => /were refused/.test(text)), 'it is told')
  })

  it('who only connects takes no place from one who has greeted and is about to show its key', async () => {
    await open('operator')
    const slow = connect(join(folder, 'front'))
    let received = 0
    slow.on('error', () => undefined)
    slow.on('data', (chunk) => (received += chunk.length))
    slow.write(GREETING)
    await until(() => received >= 64, 'it is greeted')
    const bare = Array.from({ length: 3 * HANDSHAKE.connections }, () => connect(join(folder, 'front')))
    let gone = 0
    for (const socket of bare) {
      socket.on('error', () => undefined)
      socket.on('close', () => (gone += 1))
      socket.resume()
    }
    await until(() => gone >= 2 * HANDSHAKE.connections - 1, 'the oldest made room')
    await pause(50)
    expect(slow.destroyed).toBe(false)
    const before = received
    slow.write(Buffer.concat([frame(Buffer.alloc(200, 0), 4), frame(Buffer.alloc(300, 0), 4)]))
    await until(() => received - before >= 8, 'it is in')
    expect(slow.destroyed).toBe(false)
    for (const socket of [...bare, slow]) socket.destroy()
  })

  it('of connections that are in, the one silent for longest makes room', async () => {
    await open('viewer')
    behind.answer = (socket) => void socket.write(box(10))
    const clients = [await client()]
    for (let i = 1; i < rules.viewer.connections; i++) {
      await pause(2)
      clients.push(await client())
    }
    clients[0]?.socket.write(box(10))
    await until(() => behind.frames === 1, 'the first has spoken')
    clients.push(await client())
    await until(() => clients.some(({ closed }) => closed()), 'one makes room')
    expect(clients.findIndex(({ closed }) => closed())).toBe(1)
  })

  it('a key that comes often makes room itself: another one that is silent for longer stays', async () => {
    await open('news')
    const honest = await client(301)
    const crowd: Awaited<ReturnType<typeof client>>[] = []
    for (let i = 0; i < 3 * rules.news.connections; i++) crowd.push(await client(302))
    const left = (): number => crowd.filter(({ closed }) => !closed()).length
    await until(() => left() === rules.news.connections - 1, 'the crowd made room')
    expect(honest.closed()).toBe(false)
    expect(crowd.slice(1 - rules.news.connections).some(({ closed }) => closed())).toBe(false)
  }, 60_000)

  it('shows one key at a time, and who dribbles a key, or shows none, holds up nobody', async () => {
    await open('operator')
    const slow = connect(join(folder, 'front'))
    slow.on('error', () => undefined)
    slow.write(
      Buffer.concat([GREETING, frame(Buffer.alloc(200), 4), frame(Buffer.alloc(300), 4).subarray(0, 250)]),
    )
    const others = await Promise.all(Array.from({ length: 20 }, (_, i) => client(310 + i)))
    expect(others.filter(({ closed }) => closed())).toEqual([])
    slow.destroy()
    await until(() => guard?.connections === 20, 'it is gone')
  })

  it('any bytes: 300 connections of noise end it for nobody, and what they hold goes with them', async () => {
    await open('viewer')
    behind.answer = (socket) => void socket.write(box(10))
    const honest = await client()
    const rng = stream('guard', 1)
    for (let i = 0; i < 300; i++) {
      // whoever is silent for longest would make room
      if (i % 20 === 0) honest.socket.write(box(10))
      const { socket } = await client()
      const noise = Buffer.from(Array.from({ length: rng.int(3000) }, () => rng.int(256)))
      socket.write(noise, () => socket.destroy())
    }
    await until(() => guard?.connections === 1, 'all of them are gone')
    const before = honest.received()
    honest.socket.write(box(10))
    await until(() => honest.received() - before === box(10).length, 'it is answered')
  }, 60_000)
})

describe('the scanner of frames', () => {
  it('sees the same frames however the bytes are cut', () => {
    const rng = stream('scanner', 7)
    let seen = 0
    for (let run = 0; run < 300; run++) {
      const lengths = Array.from({ length: 30 }, () => (rng.int(4) === 0 ? rng.int(2000) : rng.int(300)))
      const bytes = Buffer.concat([
        GREETING,
        ...lengths.map((length) => frame(Buffer.alloc(length, 5), rng.int(2) * 4)),
      ])
      const begun: number[] = []
      const scanner = new FrameScanner({ onFrame: (length) => begun.push(length) })
      for (let at = 0; at < bytes.length;) {
        const next = at + 1 + rng.int(200)
        expect(scanner.scan(bytes.subarray(at, next))).toBe(Math.min(next, bytes.length) - at)
        at = next
      }
      expect(begun).toEqual(lengths)
      expect(scanner.within).toBe(false)
      seen += begun.length
    }
    expect(seen).toBe(9000)
  })
})
