import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, open, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { SerialPort } from 'serialport'
import { afterEach, describe, expect, it } from 'vitest'
import { openSerial } from '#adapters/serial/open-serial.js'
import { WriteBacklog } from '#adapters/serial/write-backlog.js'
import { must } from '#base/result.js'
import type { ByteStream } from '#link/byte-stream.js'
import { PtyPair } from './support/pty-pair.js'

const URGENT = 0x53
const isUrgent = (frame: Uint8Array): boolean => frame[0] === URGENT
const STOP = Uint8Array.of(URGENT, 1, 2, 0)
/** one turn of the reflex loop */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))

const cleanUp: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task()
})

async function connect(): Promise<{ readonly pair: PtyPair; readonly port: ByteStream }> {
  const pair = new PtyPair()
  cleanUp.push(() => pair.unplug())
  const port = must(await openSerial({ path: pair.path, baud: 921_600, isUrgent }), pair.path)
  cleanUp.push(() => port.close())
  return { pair, port }
}

/** Every thread of libuv's pool waits in an open() of a pipe that nobody writes, until the returned call. */
function blockThreadPool(): () => Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'graft-pool-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
  let waiting = threads
  const opened = Array.from(
    { length: threads },
    () =>
      new Promise<void>((resolve) =>
        open(pipe, 'r', (_, descriptor) => {
          waiting--
          closeSync(descriptor)
          resolve()
        }),
      ),
  )
  const release = async (): Promise<number> => {
    const held = waiting
    const writer = openSync(pipe, constants.O_RDWR)
    await Promise.all(opened)
    closeSync(writer)
    rmSync(folder, { recursive: true })
    return held
  }
  cleanUp.push(async () => void (waiting > 0 && (await release())))
  return release
}

/** Runs turns until the far end has the bytes. @returns how many it took, at most `limit` */
async function turnsUntilHeard(pair: PtyPair, limit: number): Promise<number> {
  for (let turns = 1; turns <= limit; turns++) {
    await turn()
    if (pair.take().length > 0) return turns
  }
  return Infinity
}

describe('serial I/O does not wait for the thread pool (docs/adr/0010)', () => {
  it('a stop is on the wire within two turns while every thread of the pool is busy', async () => {
    const { pair, port } = await connect()
    const release = blockThreadPool()
    port.write(STOP)
    expect(await turnsUntilHeard(pair, 2)).toBeLessThanOrEqual(2)
    pair.send(Uint8Array.of(7, 8, 9))
    await turn()
    expect([...port.read()]).toEqual([7, 8, 9])
    expect(await release()).toBe(Number(process.env['UV_THREADPOOL_SIZE'] ?? 4))
  })

  it("serialport's own write waits for a thread: this test can see the difference", async () => {
    const pair = new PtyPair()
    const binding = await SerialPort.binding.open({ path: pair.path, baudRate: 921_600 })
    const release = blockThreadPool()
    const written = binding.write(Buffer.from(STOP))
    expect(await turnsUntilHeard(pair, 10)).toBe(Infinity)
    await release()
    await written
    expect(await turnsUntilHeard(pair, 10)).toBeLessThan(Infinity)
    await binding.close()
    pair.unplug()
  })
})

describe('the loop does not wait for the kernel either (docs/adr/0010)', () => {
  /** read(2) calls of this thread so far */
  const readCalls = (): number =>
    Number(/^syscr: (\d+)/m.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1])

  it('reads a terminal only when bytes wait: an empty read would wait for a worker of normal rank', async () => {
    const { pair, port } = await connect()
    const before = readCalls()
    const ownCost = readCalls() - before
    for (let i = 0; i < 100; i++) expect(port.read()).toHaveLength(0)
    expect(readCalls() - before).toBe(2 * ownCost)
    pair.send(Uint8Array.of(7, 8, 9))
    await turn()
    expect([...port.read()]).toEqual([7, 8, 9])
    expect(readCalls() - before).toBe(3 * ownCost + 1)
  })
})

describe('a port that takes nothing for a while', () => {
  it('gets every frame whole and in order once it reads again, the stop first', async () => {
    const { pair, port } = await connect()
    const frame = (i: number): Uint8Array => Uint8Array.from([...Buffer.from(`frame-${i}`), 0])
    const frames = Array.from({ length: 6000 }, (_, i) => frame(i))
    for (const bytes of frames) port.write(bytes)
    port.write(STOP)
    const heard: number[] = []
    for (let quiet = 0; quiet < 5;) {
      await turn()
      port.write(new Uint8Array(0))
      const bytes = pair.take()
      heard.push(...bytes)
      quiet = bytes.length === 0 ? quiet + 1 : 0
    }
    const texts = Buffer.from(heard).toString('latin1').split('\0').slice(0, -1)
    const stop = texts.indexOf('S\u0001\u0002')
    const others = texts.filter((_, i) => i !== stop)
    // what did not fit was dropped whole, and only from the end
    expect(others).toEqual(frames.slice(0, others.length).map((_, i) => `frame-${i}`))
    expect(others.length).toBeGreaterThan(1500)
    expect(others.length).toBeLessThan(6000)
    expect(stop).toBeGreaterThan(0)
    expect(stop).toBeLessThan(others.length)
  })

  it('is closed by the next read when the terminal hangs up, and takes nothing afterwards', async () => {
    const { pair, port } = await connect()
    expect(port.read()).toHaveLength(0)
    pair.unplug()
    expect(port.read()).toHaveLength(0)
    expect(port.open).toBe(false)
    port.write(STOP)
    port.close()
    expect(port.read()).toHaveLength(0)
  })

  it('is closed by the next write as well', async () => {
    const { pair, port } = await connect()
    pair.unplug()
    port.write(STOP)
    expect(port.open).toBe(false)
  })

  it('belongs to one program at a time: a second opening is refused and names the port', async () => {
    const { pair, port } = await connect()
    const second = await openSerial({ path: pair.path, baud: 921_600 })
    expect(second).toMatchObject({
      ok: false,
      error: { code: 'serial.cannot-open', message: expect.stringContaining(pair.path) as string },
    })
    expect(port.open).toBe(true)
  })
})

describe('another firmware under the same name', () => {
  it.each([
    ['written into the closed port', 0],
    ['left in the backlog of a port that took nothing', 40_000],
  ])('never gets what was %s', async (_, waiting) => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-name-'))
    const name = join(folder, 'usb-stm32')
    const plug = async (): Promise<{ readonly pair: PtyPair; readonly port: ByteStream }> => {
      const pair = new PtyPair()
      cleanUp.push(() => pair.unplug())
      rmSync(name, { force: true })
      symlinkSync(pair.path, name)
      return { pair, port: must(await openSerial({ path: name, baud: 921_600, isUrgent }), name) }
    }
    const old = await plug()
    for (let left = waiting; left > 0; left -= 100) old.port.write(new Uint8Array(100).fill(0x6f, 0, 99))
    old.pair.unplug()
    old.port.write(STOP)
    expect(old.port.open).toBe(false)
    const { pair, port } = await plug()
    old.port.write(STOP)
    old.port.read()
    port.write(Uint8Array.of(1, 0))
    const heard: number[] = []
    for (let turns = 0; turns < 5; turns++) {
      await turn()
      port.write(new Uint8Array(0))
      heard.push(...pair.take())
    }
    expect(heard).toEqual([1, 0])
    port.close()
  })
})

describe('the backlog of a port', () => {
  const piece = fc.record({
    urgent: fc.boolean(),
    body: fc.array(fc.integer({ min: 1, max: 0x52 }), { minLength: 1, maxLength: 6 }),
  })
  const step = fc.oneof(
    fc.record({ write: fc.array(piece, { minLength: 1, maxLength: 4 }) }),
    fc.record({ take: fc.integer({ min: 0, max: 9 }) }),
  )

  it('never tears a frame, never loses one while there is room, and lets urgent ones pass all but the begun', () => {
    let overtook = 0
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const backlog = new WriteBacklog(isUrgent)
        const out: number[] = []
        const written: number[][] = []
        const takeSome = (most: number): void => {
          let left = most
          backlog.drain((bytes) => {
            const taken = Math.min(left, bytes.length)
            left -= taken
            out.push(...bytes.subarray(0, taken))
            return taken
          })
        }
        for (const each of steps) {
          if ('take' in each) takeSome(each.take)
          else {
            const frames = each.write.map(({ urgent, body }) => [...(urgent ? [URGENT] : []), ...body, 0])
            // a frame that has begun is finished before the urgent ones
            const begun = out.length > 0 && out.at(-1) !== 0
            const wasEmpty = backlog.bytes === 0
            const before = out.length
            backlog.add(Uint8Array.from(frames.flat()))
            written.push(...frames)
            const urgent = frames.filter(([first]) => first === URGENT)
            if (!wasEmpty && urgent.length > 0) {
              overtook++
              takeSome(1e9)
              const sent = out.slice(before)
              const from = begun ? sent.indexOf(0) + 1 : 0
              expect(sent.slice(from, from + urgent.flat().length)).toEqual(urgent.flat())
            }
          }
        }
        takeSome(1e9)
        const split = (bytes: readonly number[]): string[] =>
          Buffer.from(bytes).toString('latin1').split('\0').slice(0, -1).sort()
        expect(split(out)).toEqual(split(written.flat()))
        expect(backlog.bytes).toBe(0)
      }),
      { numRuns: 300 },
    )
    expect(overtook).toBeGreaterThan(50)
  })

  it('is bounded: new frames are dropped whole, a stop never', () => {
    const backlog = new WriteBacklog(isUrgent)
    const frame = Uint8Array.from([...Array<number>(99).fill(1), 0])
    for (let i = 0; i < 1000; i++) backlog.add(frame)
    expect(backlog.bytes).toBe(16_300)
    backlog.add(STOP)
    expect(backlog.bytes).toBe(16_304)
    let first: Uint8Array = new Uint8Array(0)
    backlog.drain((bytes) => {
      first = bytes.slice(0, 4)
      return 0
    })
    expect(first).toEqual(STOP)
    backlog.clear()
    expect(backlog.bytes).toBe(0)
  })
})
