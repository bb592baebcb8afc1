import { goldenFrame } from './golden-frame.js'
import {
  fieldBytes,
  layout,
  payloadBytes,
  payloadLengths,
  WIDTH,
  type FieldSpec,
  type MessageSpec,
  type Schema,
} from './schema.js'

const IRREGULAR = 8

/**
 * Generates golden messages: for each message the lowest, the highest and eight irregular values of every field, as
 * payload and as whole frame. Encoded independently here, so that the codecs of both languages are checked against a
 * third implementation.
 */
export function vectors(schema: Schema): string {
  const list = schema.messages.flatMap((message) =>
    ['low', 'high', ...Array.from({ length: IRREGULAR }, (_, i) => `irregular ${i + 1}`)].map((name, n) => {
      const value = Object.fromEntries(message.fields.map((f, i) => [f.name, pick(f, n, i)]))
      const payload = encode(message, value)
      const flags = n % 2
      const seq = (n * 7919 + message.id * 257) % 65536
      const frame = goldenFrame(message.id, flags, seq, [...payload])
      const hex = { payload: payload.toString('hex'), frame: Buffer.from(frame).toString('hex') }
      return JSON.stringify({ message: message.name, id: message.id, name, value, flags, seq, ...hex })
    }),
  )
  return `[\n${list.join(',\n')}\n]\n`
}

type FieldValue = number | number[]

/** @param n 0 = the lowest value, 1 = the highest, else something between */
function pick(field: FieldSpec, n: number, index: number): FieldValue {
  const top = field.max ?? (field.type === 'f32' ? 1e6 : 2 ** (8 * WIDTH[field.type]) - 1)
  const bottom = field.min ?? (field.type === 'f32' ? -1e6 : 0)
  const one = (i: number): number => {
    const share = n < 2 ? n : (((index + 1) * 37 + i * 11 + (n - 2) * 53) % 89) / 97
    const value = bottom + (top - bottom) * share
    return field.type === 'f32' ? Math.fround(value) : Math.round(value)
  }
  return field.count === undefined ? one(0) : Array.from({ length: field.count }, (_, i) => one(i))
}

/** Fields that came later than their message are left out from the first one behind which all have their defaults. */
function saidBytes(message: MessageSpec, value: Readonly<Record<string, FieldValue>>): number {
  const says = layout(message).findLast(
    (field) => field.default === undefined || value[field.name] !== field.default,
  )
  const end = says === undefined ? 0 : says.offset + fieldBytes(says)
  return payloadLengths(message).find((length) => length >= end) ?? end
}

function encode(message: MessageSpec, value: Readonly<Record<string, FieldValue>>): Buffer {
  const bytes = new Uint8Array(payloadBytes(message))
  const view = new DataView(bytes.buffer)
  for (const field of layout(message)) {
    const numbers = [value[field.name] as FieldValue].flat()
    numbers.forEach((n, i) => {
      const at = field.offset + i * WIDTH[field.type]
      if (field.type === 'f32') view.setFloat32(at, n, true)
      else if (field.type === 'u32') view.setUint32(at, n, true)
      else if (field.type === 'u16') view.setUint16(at, n, true)
      else view.setUint8(at, n)
    })
  }
  return Buffer.from(bytes.subarray(0, saidBytes(message, value)))
}
