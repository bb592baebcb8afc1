import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { stream } from '#base/random.js'
import { DriverSession } from '#drivers/driver-session.js'
import { DriverSide } from '#drivers/driver-side.js'
import { TranscriptJudge, type TranscriptBreach } from '#drivers/judge-transcript.js'
import { LinePeer, type DriverStream } from '#drivers/line-peer.js'
import { LineSide } from '#drivers/line-side.js'
import { recordingPeer } from '#drivers/transcript/transcript.js'
import { TICK } from './support/rig.js'
import { SIM_OFFER, SimBody } from './support/sim-body.js'

const COMMANDS = Number(process.env['GRAFT_DRIVER_COMMANDS'] ?? 2000)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const line = (message: object): Uint8Array => bytes(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** Both ends of the lines in one process and in virtual time. */
class Wire {
  readonly clock = new VirtualClock()
  readonly robot = new SimBody(this.clock)
  readonly side = new DriverSide({ clock: this.clock, offer: SIM_OFFER, body: this.robot })
  readonly problems: Diagnostic[] = []
  far = this.connect()

  connect(): LineSide {
    return new LineSide(this.side, (problem) => void this.problems.push(problem))
  }

  /** What the driver says, as objects. */
  said(): { id?: number; method?: string; error?: { code: number; message: string }; params?: object }[] {
    const lines = this.far.take().split('\n').filter(Boolean)
    return lines.map((text) => JSON.parse(text) as ReturnType<Wire['said']>[number])
  }

  /** Out of SAFE and in motion, by hand. */
  moving(): this {
    this.far.receive(
      line({ id: 1, method: 'hello', params: { session: 'a', contract: { major: 1, minor: 0 } } }),
    )
    this.far.receive(line({ method: 'heartbeat', params: { n: 1 } }))
    this.far.receive(line({ id: 2, method: 'reset' }))
    const command = { id: 1, permit: 1, skill: 'Move', params: { ms: 4000 }, deadlineMs: 4900 }
    this.far.receive(line({ id: 3, method: 'execute', params: command }))
    this.clock.advance(50)
    this.said()
    expect(this.robot.moving).toBe(true)
    return this
  }

  stream(): DriverStream {
    const { far } = this
    return {
      closed: undefined,
      // in odd pieces, as a socket delivers them
      write: (sent) => {
        for (let at = 0; at < sent.length; at += 7) far.receive(sent.subarray(at, at + 7))
        return true
      },
      read: () => bytes(far.take()),
      close: () => far.leave(),
    }
  }
}

describe('the driver’s end of the lines', () => {
  it(`law 2 over lines: ${COMMANDS} random commands, none without its own permit, none twice`, () => {
    const wire = new Wire()
    const judge = new TranscriptJudge(TICK)
    const breaches: TranscriptBreach[] = []
    const peer = recordingPeer(new LinePeer(wire.stream()), wire.clock, (entry) =>
      breaches.push(...judge.observe(entry)),
    )
    const session = new DriverSession({ clock: wire.clock, peer, session: 's' })
    const rng = stream('line-side')
    for (let permit = 1; permit <= COMMANDS; permit++) {
      if (rng.chance(0.05)) session.stop()
      if (session.beat?.safe === true) session.reset()
      session.execute({ permit, skill: 'Move', params: { ms: rng.int(60) }, deadlineMs: 4000 })
      for (let ticks = rng.int(4); ticks >= 0; ticks--) {
        wire.clock.advance(TICK)
        session.allowHeartbeat()
        session.poll()
      }
      session.takeEvents()
    }
    const permits = wire.robot.begun.map(({ permit }) => permit)
    expect([session.status, breaches, wire.problems]).toEqual(['up', [], []])
    expect(permits).toHaveLength(new Set(permits).size)
    expect(judge.counts.executions).toBe(permits.length)
    expect(permits.length).toBeGreaterThan(COMMANDS / 4)
  })

  it.each([
    ['parameters of the wrong kind', { jsonrpc: '2.0', id: 9, method: 'stop', params: [] }],
    ['no id', { jsonrpc: '2.0', method: 'stop' }],
    ['an id that is text', { jsonrpc: '2.0', id: 'x', method: 'estop' }],
    ['no version', { id: 9, method: 'estop' }],
  ])('a stop with %s stops all the same', (_, message) => {
    const wire = new Wire().moving()
    wire.far.receive(bytes(`${JSON.stringify(message)}\n`))
    wire.clock.advance(SIM_OFFER.stopMs)
    expect([wire.robot.moving, wire.problems.length]).toEqual([false, 1])
    const said = wire.said()
    expect(said.filter(({ method }) => method === 'result')).toHaveLength(1)
    // an answer only to who can be answered
    expect(said.filter(({ id }) => id !== undefined).map(({ id }) => id)).toEqual(
      'id' in message && message.id === 9 ? [9] : [],
    )
  })

  it('a request that is no message is refused under its number, and what is no request is told and skipped', () => {
    const wire = new Wire().moving()
    wire.far.receive(line({ id: 7, method: 'execute', params: { id: 2 } }))
    wire.far.receive(line({ id: 8, method: 'dance' }))
    wire.far.receive(bytes('garbage\n\xff\n{"a":\n[[[]]]\n'))
    const refused = wire.said().filter(({ error }) => error)
    expect(refused.map(({ id, error }) => [id, error?.code])).toEqual([
      [7, -32602],
      [8, -32602],
    ])
    expect(refused[0]?.error?.message).toContain('params.permit, expected a whole number from 1')
    expect([wire.problems.length, wire.robot.begun.length, wire.robot.moving]).toEqual([6, 1, true])
  })

  it('garbage without end costs bounded memory and ten diagnostics', () => {
    const wire = new Wire().moving()
    const megabyte = new Uint8Array(1_000_000).fill(0x61)
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 100; i++) wire.far.receive(megabyte)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    for (let i = 0; i < 10_000; i++) wire.far.receive(bytes('\n{"id":5,"method":1}\n'))
    expect(wire.problems).toHaveLength(10)
    expect(wire.said().filter(({ error }) => error)).toHaveLength(10)
    wire.far.receive(line({ id: 6, method: 'stop' }))
    expect(wire.said()).toContainEqual({ jsonrpc: '2.0', id: 6, result: {} })
  })

  it('when its host leaves the robot stands and is SAFE, and the next host opens a session on it', () => {
    const wire = new Wire().moving()
    wire.far.leave()
    wire.clock.advance(SIM_OFFER.stopMs)
    expect(wire.said().filter(({ id }) => id !== undefined)).toEqual([])
    expect([wire.robot.moving, wire.far.moving]).toEqual([false, false])
    wire.far = wire.connect()
    const command = { id: 1, permit: 1, skill: 'Move', params: { ms: 10 }, deadlineMs: 100 }
    wire.far.receive(line({ id: 1, method: 'execute', params: { ...command, id: 2, permit: 2 } }))
    expect(wire.said().find(({ id }) => id === 1)?.error?.code).toBe(-32003)
    wire.far.receive(
      line({ id: 2, method: 'hello', params: { session: 'b', contract: { major: 1, minor: 0 } } }),
    )
    wire.far.receive(line({ method: 'heartbeat', params: { n: 1 } }))
    wire.far.receive(line({ id: 3, method: 'reset' }))
    wire.far.receive(line({ id: 4, method: 'execute', params: command }))
    expect(wire.said().filter(({ error }) => error)).toEqual([])
    expect(wire.robot.begun).toHaveLength(2)
  })
})
