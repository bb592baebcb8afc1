import { describe, expect, it } from 'vitest'
import { InvariantError } from '#base/result.js'
import { MAX_PAYLOAD, packFrame } from '#link/frame.js'
import { decodePayload, encodePayload, specOf } from '#link/message-codec.js'
import { MESSAGES, type FieldSpec, type MessageSpec } from '#link/message-table.gen.js'
import type { Message } from '#link/messages.gen.js'

const TOP = { u8: 0xff, u16: 0xffff, u32: 0xffffffff } as const

/** Numbers that a field carries as they are, and such that it does not carry. */
function edges({ type, min, max }: FieldSpec): { readonly good: number[]; readonly bad: number[] } {
  if (type !== 'f32') {
    const [low, high] = [min ?? 0, max ?? TOP[type]]
    return { good: [low, high, low + Math.floor((high - low) / 2)], bad: [low - 1, high + 1, low + 0.5, NaN, Infinity] }
  }
  // a number without limits may be anything, so that what was measured is never lost
  if (min === undefined && max === undefined) return { good: [-1e30, 0, 1e30, NaN, Infinity], bad: [] }
  const [low, high] = [min ?? 0, max ?? 0]
  const beyond = 1e-4 * Math.max(1, Math.abs(high))
  return { good: [low, high, (low + high) / 2], bad: [low - beyond, high + beyond, NaN, Infinity, -Infinity] }
} // prettier-ignore

function messageOf(spec: MessageSpec, field?: FieldSpec, value?: number): Message {
  const entries = spec.fields.map((each): [string, unknown] => {
    const one = each === field ? (value ?? 0) : (each.min ?? 0)
    // of a list the last number is the one in question
    const list = Array.from({ length: each.count ?? 1 }, (_, i) => (i === (each.count ?? 1) - 1 ? one : (each.min ?? 0)))
    return [each.name, each.count === undefined ? one : list]
  })
  return { kind: spec.kind, ...Object.fromEntries(entries) } as unknown as Message
} // prettier-ignore

const FIELDS = MESSAGES.flatMap((spec) =>
  spec.fields.map((field) => ({ spec, field, title: `${spec.kind}.${field.name}` })),
)

describe('the limits of every field of the schema', () => {
  it.each(FIELDS)('$title: its limits pass, what lies beyond is refused by name, both ways', ({ spec, field }) => {
    const { good, bad } = edges(field)
    for (const value of good) {
      const message = messageOf(spec, field, value)
      const payload = encodePayload(message)
      if (!payload.ok) throw new Error(`${value} was refused`)
      expect(spec.lengths).toContain(payload.value.length)
      expect(decodePayload(spec.id, payload.value).ok).toBe(true)
    }
    for (const value of bad) {
      const refused = { kind: 'badRange', message: spec.kind, field: field.name, got: value }
      expect(encodePayload(messageOf(spec, field, value))).toEqual({ ok: false, error: refused })
    }
    const hostile = beyondOnTheWire(spec, field)
    const read = hostile.map((bytes) => decodePayload(spec.id, bytes))
    expect(read).toMatchObject(read.map(() => ({ ok: false, error: { kind: 'badRange', field: field.name } })))
  }) // prettier-ignore

  it('a message that has too few or too many numbers, or is in no schema, is a bug of the caller', () => {
    const short = { ...messageOf(specOf('telemetry')), wheels: [1, 2] } as unknown as Message
    expect(() => encodePayload(short)).toThrow(new InvariantError('message telemetry: field wheels has 2 numbers'))
    const none = { kind: 'heartbeat', session: 1 } as unknown as Message
    expect(() => encodePayload(none)).toThrow(new InvariantError('message heartbeat: field counter has 0 numbers'))
    expect(() => specOf('poem' as Message['kind'])).toThrow(new InvariantError('no message poem in the schema'))
  }) // prettier-ignore

  it('a frame takes a payload of 120 bytes and not one more', () => {
    const frame = (bytes: number) => () =>
      packFrame({ type: 1, flags: 0, seq: 0, payload: new Uint8Array(bytes) })
    expect(frame(MAX_PAYLOAD)).not.toThrow()
    expect(frame(MAX_PAYLOAD + 1)).toThrow(new InvariantError('payload of 121 bytes in frame 1'))
  })
})

/** The least payload with a number beyond the limits of this field, as no encoder of ours makes it. */
function beyondOnTheWire(spec: MessageSpec, field: FieldSpec): readonly Uint8Array[] {
  const least = encodePayload(messageOf(spec))
  const top = field.type === 'f32' ? undefined : TOP[field.type]
  const bounded = field.type === 'f32' ? field.max !== undefined : field.max !== undefined && field.max < (top ?? 0)
  if (!least.ok || !bounded) return []
  const width = { u8: 1, u16: 2, u32: 4, f32: 4 } as const
  const before = spec.fields.slice(0, spec.fields.indexOf(field))
  const at = before.reduce((sum, { type, count }) => sum + width[type] * (count ?? 1), 0)
  const view = new DataView(least.value.buffer)
  if (field.type === 'u8') view.setUint8(at, 0xff)
  else if (field.type === 'u16') view.setUint16(at, 0xffff, true)
  else if (field.type === 'u32') view.setUint32(at, 0xffffffff, true)
  else view.setFloat32(at, NaN, true)
  return [least.value]
} // prettier-ignore
