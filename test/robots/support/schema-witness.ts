import { readFileSync } from 'node:fs'
import { crc32c } from '#base/crc32c.js'

interface Field {
  readonly name: string
  readonly type: 'u8' | 'u16' | 'u32' | 'f32'
  readonly count?: number
  /** of a field that came later than its message: it may be left out */
  readonly default?: number
}
interface Schema {
  readonly messages: readonly {
    readonly name: string
    readonly id: number
    readonly kind: 'link' | 'stream' | 'actuation' | 'instant' | 'telemetry'
    readonly fields: readonly Field[]
  }[]
}
const schema = JSON.parse(
  readFileSync(new URL('../../../firmware-protocol/schema.json', import.meta.url), 'utf8'),
) as Schema

export interface Witnessed {
  readonly name: string
  readonly kind: Schema['messages'][number]['kind']
  readonly fields: Readonly<Record<string, number>>
}

const SIZE = { u8: 1, u16: 2, u32: 4, f32: 4 } as const

/** Reads frames by `schema.json` alone, with no line of the product's codec: what really was on the wire. */
export class SchemaWitness {
  #part: number[] = []
  unreadable = 0

  read(bytes: Uint8Array): Witnessed[] {
    const messages: Witnessed[] = []
    for (const byte of bytes) {
      if (byte !== 0) {
        this.#part.push(byte)
        continue
      }
      if (this.#part.length > 0) {
        const message = decode(unstuff(this.#part))
        if (message === undefined) this.unreadable++
        else messages.push(message)
      }
      this.#part = []
    }
    return messages
  }
}

function unstuff(coded: readonly number[]): Uint8Array {
  const raw: number[] = []
  for (let at = 0; at < coded.length;) {
    const length = coded[at] ?? 0
    raw.push(...coded.slice(at + 1, at + length))
    at += length
    if (length < 0xff && at < coded.length) raw.push(0)
  }
  return Uint8Array.from(raw)
}

function decode(frame: Uint8Array): Witnessed | undefined {
  const view = new DataView(frame.buffer)
  const end = frame.length - 4
  if (end < 4 || view.getUint32(end, true) !== crc32c(frame.subarray(0, end))) return undefined
  const spec = schema.messages.find(({ id }) => id === frame[0])
  if (spec === undefined) return undefined
  let at = 4
  const fields: Record<string, number> = {}
  for (const { name, type, count, default: absent } of spec.fields) {
    if (absent !== undefined && at === end) {
      fields[name] = absent
      continue
    }
    for (let i = 0; i < (count ?? 1); i++) {
      fields[count === undefined ? name : `${name}${i}`] = number(view, at, type)
      at += SIZE[type]
    }
  }
  return at === end ? { name: spec.name, kind: spec.kind, fields } : undefined
}

function number(view: DataView, at: number, type: Field['type']): number {
  if (type === 'u8') return view.getUint8(at)
  if (type === 'u16') return view.getUint16(at, true)
  return type === 'u32' ? view.getUint32(at, true) : view.getFloat32(at, true)
}
