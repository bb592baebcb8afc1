import { err, InvariantError, ok, type Result } from '../base/result.js'
import { MESSAGES, type FieldSpec, type MessageSpec } from './message-table.gen.js'
import type { Message } from './messages.gen.js'

export type CodecError =
  | { readonly kind: 'unknownType'; readonly type: number }
  | {
      readonly kind: 'badLength'
      readonly message: Message['kind']
      readonly expected: number
      readonly got: number
    }
  | {
      readonly kind: 'badRange'
      readonly message: Message['kind']
      readonly field: string
      readonly got: number
    }

const byKind = new Map(MESSAGES.map((spec) => [spec.kind, spec]))
const byId = new Map(MESSAGES.map((spec) => [spec.id, spec]))
const WIDTH = { u8: 1, u16: 2, u32: 4, f32: 4 } as const

export function specOf(kind: Message['kind']): MessageSpec {
  const spec = byKind.get(kind)
  if (spec === undefined) throw new InvariantError(`no message ${kind} in the schema`)
  return spec
}

/** Payload of a message; a number that is not finite, not whole where it must be, or out of its range is an error. */
export function encodePayload(message: Message): Result<Uint8Array, CodecError> {
  const spec = specOf(message.kind)
  const payload = new Uint8Array(spec.bytes)
  const view = new DataView(payload.buffer)
  let at = 0
  for (const field of spec.fields) {
    for (const value of numbersOf(message, field)) {
      if (!fits(field, value))
        return err({ kind: 'badRange', message: spec.kind, field: field.name, got: value })
      put(view, at, field.type, value)
      at += WIDTH[field.type]
    }
  }
  return ok(payload)
}

/** The inverse; an exact length is demanded. */
export function decodePayload(type: number, payload: Uint8Array): Result<Message, CodecError> {
  const spec = byId.get(type)
  if (spec === undefined) return err({ kind: 'unknownType', type })
  if (payload.length !== spec.bytes) {
    return err({ kind: 'badLength', message: spec.kind, expected: spec.bytes, got: payload.length })
  }
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length)
  const fields: Record<string, number | readonly number[]> = {}
  let at = 0
  for (const field of spec.fields) {
    const values: number[] = []
    for (let i = 0; i < (field.count ?? 1); i++) {
      const value = get(view, at, field.type)
      if (!fits(field, value))
        return err({ kind: 'badRange', message: spec.kind, field: field.name, got: value })
      values.push(value)
      at += WIDTH[field.type]
    }
    fields[field.name] = field.count === undefined ? (values[0] as number) : values
  }
  // the table and the types come from the same schema
  return ok({ kind: spec.kind, ...fields } as unknown as Message)
}

function numbersOf(message: Message, field: FieldSpec): readonly number[] {
  const value = (message as unknown as Readonly<Record<string, number | readonly number[]>>)[field.name]
  const list = typeof value === 'number' ? [value] : (value ?? [])
  if (list.length === (field.count ?? 1)) return list
  throw new InvariantError(`message ${message.kind}: field ${field.name} has ${list.length} numbers`)
}

function fits(field: FieldSpec, value: number): boolean {
  if (field.type === 'f32') {
    const bounded = field.min !== undefined || field.max !== undefined
    const { min = -Infinity, max = Infinity } = field
    // limits are compared as the wire carries them, so that 0.1 itself is within 0.1
    const wire = Math.fround(value)
    return !bounded || (wire >= Math.fround(min) && wire <= Math.fround(max))
  }
  const { min = 0, max = 2 ** (8 * WIDTH[field.type]) - 1 } = field
  return Number.isInteger(value) && value >= min && value <= max
}

function put(view: DataView, at: number, type: FieldSpec['type'], value: number): void {
  if (type === 'u8') view.setUint8(at, value)
  else if (type === 'u16') view.setUint16(at, value, true)
  else if (type === 'u32') view.setUint32(at, value, true)
  else view.setFloat32(at, value, true)
}

function get(view: DataView, at: number, type: FieldSpec['type']): number {
  if (type === 'u8') return view.getUint8(at)
  if (type === 'u16') return view.getUint16(at, true)
  if (type === 'u32') return view.getUint32(at, true)
  return view.getFloat32(at, true)
}
