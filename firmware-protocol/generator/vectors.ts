import { layout, payloadBytes, WIDTH, type FieldSpec, type MessageSpec, type Schema } from './schema.js'

/**
 * Golden payloads: for each message the lowest, the highest and one irregular value of every field. Encoded here on
 * their own, so that the codecs of both languages are checked against a third opinion.
 */
export function vectors(schema: Schema): string {
  const list = schema.messages.flatMap((message) =>
    (['low', 'high', 'irregular'] as const).map((name) => {
      const value = Object.fromEntries(message.fields.map((f, i) => [f.name, pick(f, name, i)]))
      return { message: message.name, id: message.id, name, value, payload: encode(message, value) }
    }),
  )
  return `${JSON.stringify(list, null, 1)}\n`
}

type FieldValue = number | number[]

function pick(field: FieldSpec, name: 'low' | 'high' | 'irregular', index: number): FieldValue {
  const top = field.max ?? (field.type === 'f32' ? 1e6 : 2 ** (8 * WIDTH[field.type]) - 1)
  const bottom = field.min ?? (field.type === 'f32' ? -1e6 : 0)
  const one = (i: number): number => {
    const share = name === 'low' ? 0 : name === 'high' ? 1 : (((index + 1) * 37 + i * 11) % 89) / 97
    const value = bottom + (top - bottom) * share
    return field.type === 'f32' ? Math.fround(value) : Math.round(value)
  }
  return field.count === undefined ? one(0) : Array.from({ length: field.count }, (_, i) => one(i))
}

function encode(message: MessageSpec, value: Readonly<Record<string, FieldValue>>): string {
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
  return Buffer.from(bytes).toString('hex')
}
