import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import type { ByteStream } from '#link/byte-stream.js'
import { tapped } from '#link/tapped-stream.js'
import type { Message } from '#link/messages.gen.js'
import { needsPermit, ProtocolChecker } from '#link/protocol-checker.js'

const rotate = (cmdId: number, permitId: number, mask = 5, session = 1): Message => ({
  kind: 'rotate',
  session,
  cmdId,
  permitId,
  mask,
})
const stop = (cmdId: number): Message => ({ kind: 'stop', session: 1, cmdId })
const ack = (cmdId: number, reply = 0): Message => ({
  kind: 'commandAck',
  cmdId,
  reply,
  state: 0,
  execCount: 0,
})
const velocity = (permitId: number): Message => ({
  kind: 'setVelocity',
  session: 1,
  permitId,
  vx: 0.1,
  vy: 0,
  wz: 0,
  ttlMs: 100,
})

/** Breaches of a row of messages, in words; each frame has its own number unless it is given. */
function judged(...messages: readonly (Message | readonly [Message, number])[]): string[] {
  const law = new ProtocolChecker()
  return messages.flatMap((entry, i) => {
    const [message, seq] = 'kind' in entry ? [entry, i] : entry
    return law.observe({ direction: 'toFirmware', seq, message }).map(({ kind }) => `${i} ${kind}`)
  })
}

describe('law 2 on the wire', () => {
  it('allows each actuation its own permit, retries of the same message, and stops without one', () => {
    expect(judged(rotate(1, 1), rotate(1, 1), rotate(2, 2), stop(3), stop(3), rotate(4, 3))).toEqual([])
  })

  it('sees an actuation without permit, and one with the permit of another', () => {
    expect(judged(rotate(1, 0))).toEqual(['0 no-permit'])
    expect(judged(rotate(1, 7), rotate(2, 7))).toEqual(['1 permit-reused'])
    expect(judged(velocity(7), velocity(7))).toEqual(['1 permit-reused'])
    expect(judged(rotate(1, 7), velocity(7), velocity(0))).toEqual(['1 permit-reused', '2 no-permit'])
  })

  it('sees a retry that is not the same message', () => {
    expect(judged(rotate(1, 1, 5), rotate(1, 1, 6))).toContain('1 id-reused')
    expect(judged(stop(1), { kind: 'setPose', session: 1, cmdId: 1, x: 0, y: 0, theta: 0 })).toEqual([
      '1 id-reused',
    ])
  })

  it('a new session begins anew; a copy of a setpoint keeps its number', () => {
    expect(judged(rotate(1, 1), rotate(1, 1, 9, 2))).toEqual([])
    expect(judged([velocity(7), 4], [velocity(7), 4])).toEqual([])
  })

  it('sees one id accepted twice as new; a repeated answer and a copy of the line are none', () => {
    expect(judged(ack(1), ack(1, 0x80), ack(2), ack(3, 5))).toEqual([])
    expect(judged([ack(1), 9], [ack(1), 9])).toEqual([])
    expect(judged(ack(1), ack(1))).toEqual(['1 executed-twice'])
  })

  it('counts what it saw', () => {
    const law = new ProtocolChecker()
    const row = [rotate(1, 1), rotate(1, 1), rotate(2, 2), stop(3), ack(1), ack(2)]
    row.forEach((message, seq) => law.observe({ direction: 'toFirmware', seq, message }))
    expect(law.counts).toEqual({ actuations: 2, repeats: 1, executions: 2 })
    expect(row.map(needsPermit)).toEqual([true, true, true, false, false, false])
    expect(needsPermit(velocity(1))).toBe(true)
  })
})

describe('a tapped stream', () => {
  it('is the same stream, and the tap hears what is written and read while it is open', () => {
    const wire: number[] = []
    let open = true
    const stream: ByteStream = {
      get open() {
        return open
      },
      write: (bytes) => void wire.push(...bytes),
      read: () => Uint8Array.of(...wire.splice(0)),
      close: () => {
        open = false
      },
    }
    const heard: string[] = []
    const clock = new VirtualClock()
    const tap = tapped(stream, clock, (direction, bytes, at) =>
      heard.push(`${at} ${direction} ${bytes.join(' ')}`),
    )
    tap.write(Uint8Array.of(1, 2))
    tap.write(new Uint8Array(0))
    clock.advance(20)
    expect([...tap.read()]).toEqual([1, 2])
    expect([...tap.read()]).toEqual([])
    tap.close()
    expect([tap.open, open]).toEqual([false, false])
    tap.write(Uint8Array.of(3))
    expect(heard).toEqual(['0 toFirmware 1 2', '20 toHost 1 2'])
  })
})
