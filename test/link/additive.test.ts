import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { packFrame } from '#link/frame.js'
import { decodePayload, encodePayload, specOf } from '#link/message-codec.js'
import { MESSAGES } from '#link/message-table.gen.js'
import { PROTOCOL, StreamBit, type Message } from '#link/messages.gen.js'
import { Bench, moveTo } from '../firmware/support/bench.js'
import { codecInWasm } from '../firmware/support/codec-in-wasm.js'
import { FarEnd, helloAck, telemetry } from './support/far-end.js'

const c = codecInWasm()

describe('what a newer build has added', () => {
  it('leaves the hash of major version 1 as it was: older builds still open a session', () => {
    expect(PROTOCOL.schemaHash).toBe(0x00bcc8f8)
  })

  it('behind the known fields is skipped on both sides, except where the robot would move by it', () => {
    const rng = stream('additive', 'longer')
    for (const spec of MESSAGES)
      for (let run = 0; run < 50; run++) {
        const known = Uint8Array.from({ length: spec.lengths.at(-1) ?? 0 }, () => rng.pick([0, 1]))
        const added = Uint8Array.from({ length: 1 + rng.int(120 - known.length) }, () => rng.int(256))
        const longer = new Uint8Array([...known, ...added])
        const [plain, more] = [decodePayload(spec.id, known), decodePayload(spec.id, longer)]
        if (spec.exact) {
          expect(more).toMatchObject({ ok: false, error: { kind: 'badLength' } })
          expect(c.reencode(spec.id, longer)).toBe(-2)
        } else {
          expect(more).toEqual(plain)
          expect(c.reencode(spec.id, longer)).toEqual(c.reencode(spec.id, known))
        }
      }
    const exact = MESSAGES.filter((spec) => spec.exact).map(({ kind }) => kind)
    expect(exact).toEqual(
      ['setVelocity', 'moveTo', 'push', 'grip', 'release', 'rotate'].concat(['estopReset', 'setPose']),
    )
  })

  it('is missing in a shorter payload, and then has its default; a cut field is no message', () => {
    const beat = { kind: 'heartbeat', session: 7, counter: 9, streams: 0 } as const
    expect(must(encodePayload(beat), 'a heartbeat').length).toBe(8)
    expect(must(encodePayload({ ...beat, streams: 1 }), 'a heartbeat').length).toBe(9)
    const reply = { kind: 'timeReply', token: 7, tMs: 9, us: 500 } as const
    const bytes = must(encodePayload(reply), 'a reply')
    expect(decodePayload(0x82, bytes)).toEqual({ ok: true, value: reply })
    expect(decodePayload(0x82, bytes.subarray(0, 8))).toEqual({ ok: true, value: { ...reply, us: 0 } })
    expect(decodePayload(0x82, bytes.subarray(0, 9))).toMatchObject({ ok: false })
    expect(c.reencode(0x82, bytes.subarray(0, 9))).toBe(-2)
  })

  it('a message that only a newer controller knows is counted, and the link lives on', () => {
    const far = new FarEnd().connect()
    far.say(telemetry())
    far.session.feed(packFrame({ type: 0xb7, flags: 0, seq: 900, payload: Uint8Array.of(1, 2, 3) }))
    expect(far.session.counters).toMatchObject({ skipped: 1, unreadable: 0 })
    expect(far.session.status).toBe('up')
  })
})

describe('a command with something behind it that this firmware does not know', () => {
  const longer = (message: Message): Uint8Array =>
    packFrame({
      type: specOf(message.kind).id,
      flags: 1,
      seq: 40_000,
      payload: new Uint8Array([...must(encodePayload(message), message.kind), 1, 2, 3]),
    })

  it('does not move the robot', () => {
    const bench = new Bench().connect()
    bench.robot.stream.write(longer({ session: 0x1234, cmdId: 1, ...moveTo(1, 0.5) }))
    bench.run(100)
    expect(bench.telemetry).toMatchObject({ execCount: 0, activeCmdId: 0 })
    expect(bench.events).toContainEqual({ kind: 'nak', type: 0x20, reply: 'badLength' })
  })

  it.each(['stop', 'estop'] as const)('%s stops it all the same', (kind) => {
    const bench = new Bench().connect()
    bench.session.command(moveTo(1, 0.5))
    bench.run(800)
    expect(bench.telemetry.activeCmdId).toBe(1)
    bench.robot.stream.write(longer({ kind, session: 0x1234, cmdId: 2 }))
    bench.run(1000)
    expect(bench.telemetry).toMatchObject({
      activeCmdId: 0,
      doneStatus: kind === 'stop' ? 7 : 9,
    })
    expect(Math.hypot(bench.telemetry.vx, bench.telemetry.vy)).toBeLessThan(1e-9)
  })
})

describe('the host asks for what both sides know', () => {
  const asked = (protoMinor: number, onOdometry?: () => void): number[] => {
    const far = new FarEnd(onOdometry && { onOdometry })
    far.run(1)
    far.say(helloAck({ protoMinor }))
    const heard: number[] = []
    for (let i = 0; i < 100; i++) {
      far.session.allowHeartbeat()
      far.say(telemetry({ tMs: i }))
      heard.push(...far.run(1).flatMap((message) => (message.kind === 'heartbeat' ? [message.streams] : [])))
    }
    return [...new Set(heard)]
  }

  it('the wheels from a controller that tells them, if somebody listens', () => {
    expect(asked(2, () => undefined)).toEqual([StreamBit.odometry])
    expect(asked(7, () => undefined)).toEqual([StreamBit.odometry])
    expect(asked(1, () => undefined)).toEqual([0])
    expect(asked(2)).toEqual([0])
  })

  it('and hears them in its own session only', () => {
    const heard: number[] = []
    const far = new FarEnd({ onOdometry: ({ tUs }) => void heard.push(tUs) })
    const where = { x: 0, y: 0, theta: 0, placeSeq: 0, speedScale: 1000 }
    const odometry = { kind: 'odometry', tUs: 5, epoch: 0, flags: 0, turn: [0, 0, 0], ...where } as const
    far.say(odometry)
    far.connect()
    far.say({ ...odometry, tUs: 6 })
    expect(heard).toEqual([6])
  })
})
