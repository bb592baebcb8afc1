import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc32c } from '#base/crc32c.js'
import { stream } from '#base/random.js'
import { cobsDecode, cobsEncode } from '#link/cobs.js'
import { FrameDecoder, packFrame } from '#link/frame.js'
import { decodePayload, encodePayload } from '#link/message-codec.js'
import { MESSAGES } from '#link/message-table.gen.js'
import type { Message } from '#link/messages.gen.js'
import { codecInWasm } from './support/codec-in-wasm.js'

interface Vector {
  readonly message: string
  readonly id: number
  readonly name: string
  readonly value: Readonly<Record<string, number | number[]>>
  readonly flags: number
  readonly seq: number
  readonly payload: string
  /** with its delimiter */
  readonly frame: string
}
const text = readFileSync(new URL('../../firmware-protocol/gen/vectors.json', import.meta.url), 'utf8')
const vectors = JSON.parse(text) as Vector[]
const c = codecInWasm()
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const kind = (name: string): string => name[0]?.toLowerCase() + name.slice(1)

describe('golden vectors: schema, TypeScript and C agree (VRL-26)', () => {
  it('there are ten for each message', () => {
    expect(vectors.length).toBe(10 * MESSAGES.length)
    expect(vectors.length).toBeGreaterThanOrEqual(200)
    expect(new Set(vectors.map(({ frame }) => frame)).size).toBe(vectors.length)
  })

  it.each(vectors)('$message $name', (vector) => {
    const payload = new Uint8Array(Buffer.from(vector.payload, 'hex'))
    const message = { kind: kind(vector.message), ...vector.value } as unknown as Message
    expect(encodePayload(message)).toEqual({ ok: true, value: payload })
    expect(decodePayload(vector.id, payload)).toEqual({ ok: true, value: message })
    expect(c.reencode(vector.id, payload)).toEqual(payload)

    const { id: type, flags, seq } = vector
    expect(hex(packFrame({ type, flags, seq, payload }))).toBe(vector.frame)
    expect(hex(c.packFrame(type, flags, seq, payload))).toBe(vector.frame)
    expect(new FrameDecoder().feed(Buffer.from(vector.frame, 'hex'))).toEqual([{ type, flags, seq, payload }])
  })

  it('CRC-32C of "123456789" is 0xE3069283 on both sides', () => {
    const check = new TextEncoder().encode('123456789')
    expect([crc32c(check), c.crc32c(check)]).toEqual([0xe3069283, 0xe3069283])
  })
})

describe('the codecs in TypeScript and in C agree on anything (VRL-26)', () => {
  it('random payloads of any id: same verdict, same bytes', () => {
    const rng = stream('golden', 'payloads')
    let accepted = 0
    for (let i = 0; i < 10_000; i++) {
      const spec = rng.pick(MESSAGES)
      const length = rng.chance(0.9) ? (spec.lengths.at(-1) ?? 0) : rng.int(121)
      const payload = Uint8Array.from({ length }, () => rng.pick([0, 1, 0xff, rng.int(256)]))
      const mine = decodePayload(spec.id, payload)
      const theirs = c.reencode(spec.id, payload)
      if (mine.ok) {
        accepted++
        // what a newer build has added is skipped, and fields that say nothing new are left out
        expect(spec.lengths).toContain(typeof theirs === 'number' ? theirs : theirs.length)
        expect(hex(payload).startsWith(typeof theirs === 'number' ? '-' : hex(theirs))).toBe(true)
      } else {
        expect(theirs, JSON.stringify(mine.error)).toBe(mine.error.kind === 'badLength' ? -2 : -3)
      }
    }
    expect(accepted).toBeGreaterThan(1_000)
    expect(c.reencode(0x7f, new Uint8Array(0))).toBe(-1)
  })

  it('frames', () => {
    const bytes = fc.uint8Array({ maxLength: 120 })
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), fc.nat(65535), bytes, (type, flags, seq, payload) => {
        const mine = packFrame({ type, flags, seq, payload })
        expect(hex(mine)).toBe(hex(c.packFrame(type, flags, seq, payload)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('COBS of anything up to 600 bytes, and the decoding of any garbage', () => {
    const rng = stream('golden', 'cobs')
    for (let i = 0; i < 2_000; i++) {
      const plain = Uint8Array.from({ length: rng.int(600) }, () => (rng.chance(0.05) ? 0 : rng.int(256)))
      const coded = cobsEncode(plain)
      expect(hex(coded)).toBe(hex(c.cobsEncode(plain)))
      expect(coded.includes(0)).toBe(false)
      expect(hex(cobsDecode(coded) as Uint8Array)).toBe(hex(plain))
      const garbage = Uint8Array.from({ length: 1 + rng.int(40) }, () => rng.int(rng.chance(0.3) ? 8 : 256))
      expect(cobsDecode(garbage)).toEqual(c.cobsDecode(garbage))
    }
  })
})

describe('omni kinematics in the firmware (VRL-26)', () => {
  it('forward of inverse is the identity, to the precision of a 32-bit float', () => {
    const speed = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(speed, speed, fc.double({ min: -3, max: 3, noNaN: true }), (...wanted) => {
        const { twist } = c.kinematics(wanted)
        wanted.forEach((v, i) => expect(Math.abs((twist[i] as number) - v)).toBeLessThan(1e-6))
      }),
    )
  })

  it('wheels at 60°, 180°, 300°: driving forward leaves the wheel at 180° still', () => {
    const { wheels } = c.kinematics([0.3, 0, 0])
    expect(wheels[1]).toBe(0)
    expect(wheels[0]).toBeCloseTo((-Math.sin(Math.PI / 3) * 0.3) / 0.05, 5)
    expect(c.kinematics([0, 0, 1]).wheels.map((w) => Math.round(w * 1e5) / 1e5)).toEqual([3, 3, 3])
  })
})
