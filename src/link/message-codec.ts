import { err, InvariantError, ok, type Result } from '#base/result.js'
import { MESSAGES, type FieldSpec, type MessageSpec } from './message-table.gen.js'
import type { Message, MessageToHost } from './messages.gen.js'

export type CodecError =
  | { readonly kind: 'unknownType'; readonly type: number }
  | {
      readonly kind: 'badLength'
      readonly message: Message['kind']
      /** the shortest */
      readonly expected: number
      readonly got: number
    }
  | {
      readonly kind: 'badRange'
      readonly message: Message['kind']
      readonly field: string
      readonly got: number
    }

const WIDTH = { u8: 1, u16: 2, u32: 4, f32: 4 } as const

/** One number of a message: its offset and its allowed range. */
interface Slot {
  readonly field: string
  readonly type: FieldSpec['type']
  readonly offset: number
  /** limits rounded to the wire type, so that 0.1 passes a limit of 0.1 */
  readonly min: number
  readonly max: number
  /** a float without limits may also be infinite or NaN */
  readonly unbounded: boolean
  /** what it says where it is left out */
  readonly absent: number
}

/** A field and its slots: one, or several for an array. */
interface FieldLayout {
  readonly name: string
  readonly isList: boolean
  readonly slots: readonly Slot[]
}

interface Layout {
  readonly spec: MessageSpec
  readonly fieldLayouts: readonly FieldLayout[]
  /** the message with every field set to 0 */
  readonly empty: Readonly<Record<string, string | number | readonly number[]>>
}

const layouts = MESSAGES.map(layoutOf)
const byKind = new Map(layouts.map((layout) => [layout.spec.kind, layout]))
const byId = new Map(layouts.map((layout) => [layout.spec.id, layout]))

export const specOf = (kind: Message['kind']): MessageSpec => layoutFor(kind).spec

export const isToHost = (message: Message): message is MessageToHost => specOf(message.kind).dir === 'toHost'

/**
 * Encodes a message's payload; fails if a number is out of range, not finite, or fractional in an integer field. Fields
 * that came later than their message are left out as long as they say nothing new: the payload is what it was before.
 */
export function encodePayload(message: Message): Result<Uint8Array, CodecError> {
  const { spec, fieldLayouts } = layoutFor(message.kind)
  const values = message as unknown as Readonly<Record<string, number | readonly number[]>>
  const payload = new Uint8Array(longest(spec))
  const view = new DataView(payload.buffer)
  let said = 0
  for (const { name, slots } of fieldLayouts) {
    const value = values[name] ?? []
    const list = typeof value === 'number' ? [value] : value
    if (list.length !== slots.length)
      throw new InvariantError(`message ${message.kind}: field ${name} has ${list.length} numbers`)
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as Slot
      const number = list[i] as number
      if (!fits(slot, number)) return err(outOfRange(spec, slot, number))
      put(view, slot, number)
      if (number !== slot.absent) said = slot.offset
    }
  }
  return ok(payload.subarray(0, spec.lengths.find((length) => length > said) ?? payload.length))
}

/**
 * Decodes a payload. A shorter one of an older build is complete, its missing fields have their defaults; what a newer
 * build has added behind the known fields is skipped, except where that might change what moves.
 */
export function decodePayload(type: number, payload: Uint8Array): Result<Message, CodecError> {
  const layout = byId.get(type)
  if (layout === undefined) return err({ kind: 'unknownType', type })
  const { spec, fieldLayouts, empty } = layout
  if (!fitsLength(spec, payload.length)) {
    return err({ kind: 'badLength', message: spec.kind, expected: spec.lengths[0], got: payload.length })
  }
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length)
  // start with all fields in order: adding them one by one would change the object's hidden class each time
  const message = { ...empty }
  for (const { name, isList, slots } of fieldLayouts) {
    const list: number[] = []
    for (const slot of slots) {
      const value = slot.offset < payload.length ? get(view, slot) : slot.absent
      if (!fits(slot, value)) return err(outOfRange(spec, slot, value))
      if (isList) list.push(value)
      else message[name] = value
    }
    if (isList) message[name] = list
  }
  // safe: the table and the types are generated from the same schema
  return ok(message as unknown as Message)
}

const longest = ({ lengths }: MessageSpec): number => lengths.at(-1) ?? 0

const fitsLength = (spec: MessageSpec, bytes: number): boolean =>
  spec.lengths.includes(bytes) || (!spec.exact && bytes > longest(spec))

function layoutFor(kind: Message['kind']): Layout {
  const layout = byKind.get(kind)
  if (layout === undefined) throw new InvariantError(`no message ${kind} in the schema`)
  return layout
}

function layoutOf(spec: MessageSpec): Layout {
  let offset = 0
  const fieldLayouts = spec.fields.map((field): FieldLayout => {
    const slots = Array.from({ length: field.count ?? 1 }, (): Slot => {
      const { name, type, default: absent = NaN } = field
      const slot = { field: name, type, offset, absent, ...limitsOf(field) }
      offset += WIDTH[field.type]
      return slot
    })
    return { name: field.name, isList: field.count !== undefined, slots }
  })
  const zeros = fieldLayouts.map(
    ({ name, isList, slots }) => [name, isList ? slots.map(() => 0) : 0] as const,
  )
  return { spec, fieldLayouts, empty: { kind: spec.kind, ...Object.fromEntries(zeros) } }
}

function limitsOf({ type, min, max }: FieldSpec): Pick<Slot, 'min' | 'max' | 'unbounded'> {
  if (type !== 'f32') return { min: min ?? 0, max: max ?? 2 ** (8 * WIDTH[type]) - 1, unbounded: false }
  const unbounded = min === undefined && max === undefined
  return { min: Math.fround(min ?? -Infinity), max: Math.fround(max ?? Infinity), unbounded }
}

function fits({ type, min, max, unbounded }: Slot, value: number): boolean {
  if (type !== 'f32') return Number.isInteger(value) && value >= min && value <= max
  const wire = Math.fround(value)
  return unbounded || (wire >= min && wire <= max)
}

const outOfRange = ({ kind }: MessageSpec, { field }: Slot, got: number): CodecError => ({
  kind: 'badRange',
  message: kind,
  field,
  got,
})

function put(view: DataView, { type, offset }: Slot, value: number): void {
  if (type === 'u8') view.setUint8(offset, value)
  else if (type === 'u16') view.setUint16(offset, value, true)
  else if (type === 'u32') view.setUint32(offset, value, true)
  else view.setFloat32(offset, value, true)
}

function get(view: DataView, { type, offset }: Slot): number {
  if (type === 'u8') return view.getUint8(offset)
  if (type === 'u16') return view.getUint16(offset, true)
  if (type === 'u32') return view.getUint32(offset, true)
  return view.getFloat32(offset, true)
}
