import { describe, expect, it } from 'vitest'
import { PROTOCOL } from '#link/messages.gen.js'
import { moveTo } from '../firmware/support/bench.js'
import { FarEnd, helloAck, SESSION, telemetry } from './support/far-end.js'

const PROTOCOL_ACK = { protoMajor: PROTOCOL.major, schemaHash: PROTOCOL.schemaHash }

const kinds = (messages: readonly { readonly kind: string }[]): string[] => messages.map((m) => m.kind)

describe('link session: from Hello to loss (VRL-26)', () => {
  it('says Hello every 20 ms until it is answered: a firmware that boots drops bytes', () => {
    const far = new FarEnd()
    expect(kinds(far.run(100))).toEqual(Array(5).fill('hello'))
    far.say(helloAck())
    expect(far.session.status).toBe('up')
    expect(far.session.takeEvents()).toEqual([{ kind: 'up', bootId: 9 }])
    expect(kinds(far.run(30))).not.toContain('hello')
  })

  it('an answer to another session opens nothing', () => {
    const far = new FarEnd()
    far.say(helloAck({ session: SESSION + 1 }))
    expect(far.session.status).toBe('connecting')
  })

  it.each([
    ['refuses us itself', { accepted: 0, schemaHash: 1, session: 0 }],
    ['accepts us, and speaks the next major version', { protoMajor: PROTOCOL.major + 1 }],
    ['accepts us, and speaks another schema', { schemaHash: (PROTOCOL.schemaHash ^ 1) >>> 0 }],
    ['accepts us in our schema, and says that it does not', { accepted: 0 }],
    ['answers an older session of ours in another schema', { schemaHash: 1, session: SESSION + 1 }],
  ])('a controller that %s is refused for good, with what was found, and never driven', (_, differing) => {
    const far = new FarEnd()
    const id = far.session.command(moveTo(1, 0, 1))
    far.say(helloAck(differing))
    expect(far.session.status).toBe('refused')
    const { protoMajor: major, schemaHash } = { ...PROTOCOL_ACK, ...differing }
    expect(far.session.takeEvents()).toContainEqual({ kind: 'refused', firmware: { major, schemaHash } })
    expect(far.session.foreign).toEqual({ major, schemaHash })
    far.session.allowHeartbeat()
    expect(far.run(100)).toEqual([])
    expect(far.session.commandState(id)).toBe('refused')
  })

  it('telemetry silent for 100 ms degrades the link, telemetry recovers it, 500 ms lose it for good', () => {
    const far = new FarEnd().connect()
    far.run(100)
    expect(far.session.status).toBe('up')
    far.run(1)
    expect(far.session.status).toBe('degraded')
    far.say(telemetry())
    expect(far.session.status).toBe('up')
    far.run(501)
    expect(far.session.status).toBe('lost')
    expect(kinds(far.session.takeEvents())).toEqual(['up', 'degraded', 'recovered', 'degraded', 'lost'])
    far.say(helloAck(), telemetry())
    expect([far.session.status, far.run(100)]).toEqual(['lost', []])
  })

  it('telemetry of another session after the handshake means that ours is gone: a restart, or another host', () => {
    const far = new FarEnd()
    far.say(telemetry({ session: 0 }))
    far.connect()
    far.say(telemetry({ session: 0 }))
    expect(far.session.status).toBe('lost')
    expect(far.session.takeEvents()).toContainEqual({ kind: 'lost', why: 'sessionLost' })
  })

  it('telemetry that was overtaken on the way says nothing: neither of the robot nor of the session before ours', () => {
    const far = new FarEnd().connect()
    const connected = far.session.status
    far.say(telemetry({ tMs: 300, x: 2 }), telemetry({ tMs: 280, x: 1 }), telemetry({ tMs: 300, session: 0 }))
    far.say(telemetry({ tMs: 280, session: 0 }))
    expect([connected, far.session.status, far.session.telemetry?.x]).toEqual(['up', 'up', 2])
  })

  it('a restarted controller is known by its clock, however its telemetry is numbered', () => {
    const far = new FarEnd().connect()
    far.say(telemetry({ tMs: 90_000 }), telemetry({ tMs: 20, session: 0 }))
    expect(far.session.status).toBe('lost')
  })

  it('heartbeats leave every 40 ms, counted up, and only while the reflex loop allows them', () => {
    const far = new FarEnd().connect()
    const beats = (ms: number, healthy: boolean): number[] =>
      Array.from({ length: ms }).flatMap(() => {
        if (healthy) far.session.allowHeartbeat()
        far.say(telemetry())
        return far.run(1).flatMap((m) => (m.kind === 'heartbeat' ? [m.counter] : []))
      })
    expect(beats(200, false)).toEqual([])
    expect(beats(1_000, true)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
    expect(beats(1_000, false).length).toBeLessThanOrEqual(3)
  })

  it('frames that the schema does not allow are counted and change nothing', () => {
    const far = new FarEnd().connect()
    far.say({ kind: 'heartbeat', session: SESSION, counter: 1, streams: 0 })
    far.session.feed(Uint8Array.of(1, 2, 3, 0))
    expect(far.session.counters).toMatchObject({ unreadable: 1, badLength: 1, frames: 2 })
    expect(far.session.status).toBe('up')
  })

  it('an event is told once although the firmware repeats it', () => {
    const far = new FarEnd().connect()
    const event = { kind: 'event', eventSeq: 4, tMs: 77, cmdId: 0, code: 5, status: 0, detail: 2 } as const
    far.say(event, event, event)
    const told = far.session.takeEvents().filter((e) => e.kind === 'firmware')
    expect(told).toEqual([{ kind: 'firmware', code: 'vacuumLost', at: 77, status: 0, detail: 2 }])
  })

  it('events that nobody takes are bounded', () => {
    const far = new FarEnd().connect()
    for (let i = 0; i < 400; i++) far.say({ kind: 'nak', frameType: 16, reply: 5, seq: i })
    expect(far.session.takeEvents()).toHaveLength(256)
    expect(far.session.counters.eventsDropped).toBe(400 + 1 - 256)
  })

  it('bytes that nobody takes are bounded, and a stop still gets in, in front', () => {
    const far = new FarEnd().connect()
    for (let i = 0; i < 3_000; i++) far.session.requestStats()
    far.session.stop()
    expect(far.session.counters.txDropped).toBeGreaterThan(500)
    const heard = far.hear()
    expect(heard[0]?.kind).toBe('stop')
    expect(heard.length).toBeLessThan(1_700)
  })

  it('the firmware clock is mapped to the host clock by the quickest answer', () => {
    const far = new FarEnd().connect()
    expect(far.session.hostTime(0)).toBeUndefined()
    const answer = (delay: number, firmwareMs: number): void => {
      let asked
      while (asked === undefined) {
        far.say(telemetry())
        asked = far.run(1).find((m) => m.kind === 'timeSync')
      }
      for (let i = 0; i < delay; i++) far.run(1)
      far.say({ kind: 'timeReply', token: asked.token, tMs: firmwareMs, us: 0 })
    }
    answer(39, 1_000)
    const rough = far.session.hostTime(1_000)
    expect(rough).toBeDefined()
    answer(1, 2_000)
    const asked = far.clock.now()
    expect(Math.abs((far.session.hostTime(2_000) as number) - asked)).toBeLessThanOrEqual(1)
  })
})
