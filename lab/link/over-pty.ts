import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SerialPort } from 'serialport'
import { openSerial } from '#adapters/serial/open-serial.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import type { LinkCounters } from '#link/link-event.js'
import { LinkSession } from '#link/link-session.js'
import { helloAck, LINE_BYTES_PER_S, SESSION, telemetryFrames } from './frames.js'
import { sampleOf, type Sample } from './permit.js'

const BAUD = 921_600
/** as long as SetPose on the wire */
const PING = Buffer.alloc(30, 7)
const BLOCKS = 20
/** bytes under way at most: what a pseudo-terminal holds */
const WINDOW = 3_000
const PATIENCE_MS = 30_000

const clock = { now: () => ms(performance.now()) }

/**
 * Round trips over a pseudo-terminal, µs: an echo over serialport alone, and SetPose with its acknowledgement over the
 * same serialport. Both wait for the port's events: the product's own adapter is asked once a turn of 20 ms instead.
 */
export async function roundTrips(
  iterations: number,
): Promise<{ readonly bare: Sample; readonly session: Sample }> {
  return withFarEnd('echo', (echo) =>
    withFarEnd('controller', async (controller) => {
      const [bare, lower] = [await openPort(echo), await openPort(controller)]
      const carrier = new Carrier(lower, new LinkSession({ clock, sessionId: SESSION }))
      await carrier.until((session) => session.status === 'up' && session.telemetry !== undefined)
      const [echoes, commands]: [number[], number[]] = [[], []]
      // by turns, so that both meet the same moods of the machine
      for (let block = 0; block < BLOCKS; block++) {
        for (let i = 0; i < iterations / BLOCKS; i++) echoes.push(await timed(() => echoed(bare, PING)))
        for (let i = 0; i < iterations / BLOCKS; i++) commands.push(await timed(() => setPose(carrier)))
      }
      bare.close()
      carrier.close()
      return { bare: sampleOf(echoes), session: sampleOf(commands) }
    }),
  )
}

/** Telemetry frames there and back through the echo, µs: by serialport alone, and into a session. */
export function throughput(
  frames: number,
): Promise<{ readonly bare: Sample; readonly session: Sample; readonly bytes: number }> {
  return withFarEnd('echo', async (echo) => {
    const all = Buffer.concat(telemetryFrames(frames))
    const port = await openPort(echo)
    const [bare, own]: [number[], number[]] = [[], []]
    for (let round = 0; round < 20; round++) {
      bare.push(await timed(() => echoed(port, all)))
      const session = openSession()
      const expected = session.counters.frames + frames
      own.push(await timed(() => echoed(port, all, (bytes) => session.feed(bytes))))
      if (session.counters.frames !== expected)
        throw new Error(`only ${session.counters.frames} of ${expected} frames`)
    }
    port.close()
    return { bare: sampleOf(bare), session: sampleOf(own), bytes: all.length }
  })
}

export interface Saturation {
  readonly seconds: number
  readonly bytes: number
  readonly frames: number
  /** damaged or missing by number */
  readonly lost: number
  /** share of one core that reading and decoding take, in turns of 20 ms */
  readonly busy: number
  /** µs a turn */
  readonly turn: Sample
}

/** A line at 921 600 baud that is never idle, read by a loop of 50 Hz. */
export function saturation(seconds: number): Promise<Saturation> {
  return withFarEnd('telemetry', async (device) => {
    const stream = must(await openSerial({ path: device, baud: BAUD }), device)
    const session = openSession()
    const turns: number[] = []
    stream.write(Uint8Array.of(0))
    // as a port that is opened does, a fresh terminal discards some of what comes first
    await sleep(300)
    session.feed(stream.read())
    const before = session.counters
    const begun = performance.now()
    while (performance.now() - begun < seconds * 1000) {
      const from = performance.now()
      session.allowHeartbeat()
      session.feed(stream.read())
      session.poll()
      session.takeBytes()
      turns.push((performance.now() - from) * 1000)
      await sleep(Math.max(0, 20 - (performance.now() - from)))
    }
    const took = (performance.now() - begun) / 1000
    stream.close()
    const after = session.counters
    const busy = turns.reduce((sum, us) => sum + us, 0) / 1e6 / took
    return {
      seconds: took,
      bytes: after.bytes - before.bytes,
      frames: after.frames - before.frames,
      lost: faultsOf(after) - faultsOf(before),
      busy,
      turn: sampleOf(turns),
    }
  })
}

/** What one core decodes, as a multiple of a line at 921 600 baud. */
export function decodingPace(frames: number): number {
  const all = Buffer.concat(telemetryFrames(frames))
  const session = openSession()
  const begun = performance.now()
  for (let at = 0; at < all.length; at += 2_000) session.feed(all.subarray(at, at + 2_000))
  return all.length / ((performance.now() - begun) / 1000) / LINE_BYTES_PER_S
}

const faultsOf = ({ badCobs, badCrc, badLength, oversize, seqGaps }: LinkCounters): number =>
  badCobs + badCrc + badLength + oversize + seqGaps

function openSession(): LinkSession {
  const session = new LinkSession({ clock, sessionId: SESSION })
  session.feed(helloAck())
  return session
}

async function withFarEnd<T>(mode: string, use: (device: string) => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL('far-end.ts', import.meta.url)), [mode])
  try {
    const [device] = (await once(child, 'message')) as [string]
    return await use(device)
  } finally {
    child.kill()
  }
}

async function openPort(path: string): Promise<SerialPort> {
  const port = new SerialPort({ path, baudRate: BAUD })
  await once(port, 'open')
  // opening discards what is under way: the first bytes of a fresh terminal can be among it
  await sleep(100)
  port.write(PING)
  await sleep(100)
  port.read()
  return port
}

/** A session on a bare serialport: bytes that come are fed at once, and what they make it say is sent at once. */
class Carrier {
  readonly session: LinkSession
  readonly #port: SerialPort
  readonly #timer: NodeJS.Timeout
  #waiting: (() => void) | undefined

  constructor(port: SerialPort, session: LinkSession) {
    this.#port = port
    this.session = session
    port.on('data', (bytes: Buffer) => {
      session.feed(bytes)
      this.carry()
    })
    this.#timer = setInterval(() => this.carry(), 5)
  }

  carry(): void {
    this.session.allowHeartbeat()
    this.session.poll()
    const bytes = this.session.takeBytes()
    if (bytes.length > 0) this.#port.write(Buffer.from(bytes))
    this.#waiting?.()
  }

  until(done: (session: LinkSession) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the controller does not answer')), PATIENCE_MS)
      this.#waiting = () => {
        if (!done(this.session)) return
        clearTimeout(late)
        this.#waiting = undefined
        resolve()
      }
    })
  }

  close(): void {
    clearInterval(this.#timer)
    this.#port.close()
  }
}

function setPose(carrier: Carrier): Promise<void> {
  const id = carrier.session.command({ kind: 'setPose', x: 1, y: 2, theta: 0.5 })
  const done = carrier.until((session) => typeof session.commandState(id) === 'object')
  carrier.carry()
  return done
}

/** Writes all of it, a window at a time, and waits until as much has come back. */
function echoed(
  port: SerialPort,
  all: Uint8Array,
  consume: (bytes: Uint8Array) => void = () => undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the echo did not come')), PATIENCE_MS)
    let [sent, got] = [0, 0]
    const more = (): void => {
      const to = Math.min(all.length, got + WINDOW)
      if (to > sent) port.write(Buffer.from(all.subarray(sent, to)))
      sent = Math.max(sent, to)
    }
    const onData = (bytes: Buffer): void => {
      got += bytes.length
      more()
      consume(bytes)
      if (got < all.length) return
      clearTimeout(late)
      port.off('data', onData)
      resolve()
    }
    port.on('data', onData)
    more()
  })
}

async function timed(action: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await action()
  return (performance.now() - begun) * 1000
}
