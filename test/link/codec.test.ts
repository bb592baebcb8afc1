import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cobsDecode, cobsEncode } from '#link/cobs.js'
import { FrameDecoder, packFrame } from '#link/frame.js'
import { decodePayload, encodePayload } from '#link/message-codec.js'
import { MESSAGES, type FieldSpec } from '#link/message-table.gen.js'
import type { Message } from '#link/messages.gen.js'

/** any value that the wire can carry for a field */
function anyNumber(field: FieldSpec): fc.Arbitrary<number> {
  if (field.type === 'f32') {
    const [min, max] = [Math.fround(field.min ?? -1e9), Math.fround(field.max ?? 1e9)]
    return fc.float({ min, max, noNaN: true }).map((v) => (Object.is(v, -0) ? 0 : v))
  }
  const top = { u8: 255, u16: 65_535, u32: 4_294_967_295 }[field.type]
  return fc.integer({ min: field.min ?? 0, max: field.max ?? top })
}

const anyMessage: fc.Arbitrary<Message> = fc.constantFrom(...MESSAGES).chain((spec) => {
  const fields = spec.fields.map((field): [string, fc.Arbitrary<unknown>] => {
    const one = anyNumber(field)
    return [
      field.name,
      field.count === undefined ? one : fc.tuple(...Array.from({ length: field.count }, () => one)),
    ]
  })
  return fc
    .record(Object.fromEntries(fields))
    .map((values) => ({ kind: spec.kind, ...values }) as unknown as Message)
})

describe('wire codec (VRL-26)', () => {
  it('any message → payload → frame → bytes in any portions → the same message', () => {
    fc.assert(
      fc.property(anyMessage, fc.nat(65_535), fc.integer({ min: 1, max: 40 }), (message, seq, portion) => {
        const spec = MESSAGES.find((s) => s.kind === message.kind)
        const payload = encodePayload(message)
        if (!payload.ok || spec === undefined) throw new Error(`${message.kind} was not encoded`)
        const bytes = packFrame({ type: spec.id, flags: 1, seq, payload: payload.value })
        const decoder = new FrameDecoder()
        const frames = []
        for (let at = 0; at < bytes.length; at += portion)
          frames.push(...decoder.feed(bytes.subarray(at, at + portion)))
        expect(frames).toEqual([{ type: spec.id, flags: 1, seq, payload: payload.value }])
        expect(decodePayload(spec.id, payload.value)).toEqual({ ok: true, value: message })
      }),
      { numRuns: 3_000 },
    )
  })

  it('the frame of every message fits 130 bytes', () => {
    for (const spec of MESSAGES) {
      const frame = packFrame({
        type: spec.id,
        flags: 0,
        seq: 0xffff,
        payload: new Uint8Array(spec.lengths.at(-1) ?? 0).fill(0xff),
      })
      expect(frame.length).toBeLessThanOrEqual(130)
    }
    expect(MESSAGES.length).toBeGreaterThanOrEqual(20)
  })

  it.each([
    ['above its range', { kind: 'grip', session: 1, cmdId: 1, permitId: 1, mask: 16, regrips: 0 }],
    ['below its range', { kind: 'grip', session: 1, cmdId: 1, permitId: 1, mask: 0, regrips: 0 }],
    ['not whole', { kind: 'grip', session: 1, cmdId: 1, permitId: 1, mask: 1.5, regrips: 0 }],
    ['not a number', { kind: 'setPose', session: 1, cmdId: 1, x: NaN, y: 0, theta: 0 }],
    ['more than 32 bits', { kind: 'heartbeat', session: 2 ** 32, counter: 0, streams: 0 }],
  ] as const)('a number that is %s is refused', (_, message) => {
    expect(encodePayload(message)).toMatchObject({
      ok: false,
      error: { kind: 'badRange', message: message.kind },
    })
  })

  it('limits are those that the wire carries: 0.1 m/s² is allowed although its float is larger', () => {
    const move = {
      kind: 'moveTo',
      session: 1,
      cmdId: 1,
      permitId: 1,
      x: 0,
      y: 0,
      theta: 0,
      settleMs: 0,
    } as const
    expect(encodePayload({ ...move, vMax: 0.01, aMax: 0.1 }).ok).toBe(true)
    expect(encodePayload({ ...move, vMax: 0.0099, aMax: 0.1 }).ok).toBe(false)
  })

  it('a wrong length or an unknown type is refused with what was expected', () => {
    expect(decodePayload(0x03, new Uint8Array(7))).toEqual({
      ok: false,
      error: { kind: 'badLength', message: 'heartbeat', expected: 8, got: 7 },
    })
    expect(decodePayload(0x7e, new Uint8Array(0))).toEqual({
      ok: false,
      error: { kind: 'unknownType', type: 0x7e },
    })
  })
})

describe('COBS', () => {
  it('decode of encode is the identity, and no zero is on the wire', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
        const coded = cobsEncode(bytes)
        expect(coded.includes(0)).toBe(false)
        expect(cobsDecode(coded)).toEqual(bytes)
      }),
    )
  })

  it.each([
    [[], [1]],
    [[0], [1, 1]],
    [
      [0, 0],
      [1, 1, 1],
    ],
    [
      [0x11, 0x22, 0, 0x33],
      [3, 0x11, 0x22, 2, 0x33],
    ],
    [Array<number>(254).fill(7), [255, ...Array<number>(254).fill(7)]],
    [Array<number>(255).fill(7), [255, ...Array<number>(254).fill(7), 2, 7]],
  ])('known vector %#', (plain, coded) => {
    expect([...cobsEncode(Uint8Array.from(plain))]).toEqual(coded)
  })
})
