import { sha256 } from '#base/hash.js'

/** `schema.json` as written: the only definition of the wire. */
export interface Schema {
  readonly protocol: { readonly major: number; readonly minor: number }
  readonly enums: Readonly<Record<string, NamedNumbers>>
  readonly bits: Readonly<Record<string, NamedNumbers>>
  readonly messages: readonly MessageSpec[]
}

export interface NamedNumbers {
  readonly doc: string
  readonly values: readonly NamedNumber[]
}

export interface NamedNumber {
  readonly name: string
  readonly value: number
  /** the minor version that brought it; absent = 1 */
  readonly since?: number
  readonly doc: string
}

export interface MessageSpec {
  /** PascalCase */
  readonly name: string
  /** type byte of the frame */
  readonly id: number
  readonly dir: 'toFirmware' | 'toHost'
  /** `actuation` and `instant` are commands, executed exactly once */
  readonly kind: 'link' | 'stream' | 'actuation' | 'instant' | 'telemetry'
  /** it ends motion: obeyed whatever a newer build adds behind it */
  readonly stops?: true
  /** the minor version that brought it; absent = 1 */
  readonly since?: number
  readonly doc: string
  /** those of a later minor come last */
  readonly fields: readonly FieldSpec[]
}

export interface FieldSpec {
  readonly name: string
  readonly type: 'u8' | 'u16' | 'u32' | 'f32'
  /** array length; absent = one number */
  readonly count?: number
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  /** the minor version that brought it; absent = that of its message */
  readonly since?: number
  /** of a field that came later than its message: what it says to, or from, a build that does not know it */
  readonly default?: number
  readonly doc: string
}

export const WIDTH = { u8: 1, u16: 2, u32: 4, f32: 4 } as const
const MAX_PAYLOAD = 120

export const fieldBytes = (field: FieldSpec): number => WIDTH[field.type] * (field.count ?? 1)
export const payloadBytes = (message: MessageSpec): number =>
  message.fields.reduce((sum, field) => sum + fieldBytes(field), 0)

/** How long a payload can be, shortest first: as in each minor version that added fields to it. */
export function payloadLengths(message: MessageSpec): readonly number[] {
  const ends = layout(message).map((field) => ({
    since: sinceOf(field, message),
    end: field.offset + fieldBytes(field),
  }))
  const last = new Map(ends.map(({ since, end }) => [since, end]))
  return last.size === 0 ? [0] : [...last.values()]
}

/** The first minor version with this field. */
export const sinceOf = (field: FieldSpec, message: MessageSpec): number => field.since ?? message.since ?? 1

/**
 * Whether bytes behind the known fields make a message unreadable: what moves the robot may mean something else with
 * them. Everything else is read, and what is behind is skipped.
 */
export const isExact = ({ kind, stops }: MessageSpec): boolean =>
  (kind === 'actuation' || kind === 'stream' || kind === 'instant') && stops !== true

/** Returns the fields with their offsets in the payload; there is no padding. */
export function layout(message: MessageSpec): (FieldSpec & { readonly offset: number })[] {
  let next = 0
  return message.fields.map((field) => {
    const offset = next
    next += fieldBytes(field)
    return { ...field, offset }
  })
}

/**
 * Lists what all builds of a major version share: ids, directions, field types and ranges, named numbers, as they were in
 * its minor version 1. What came later is left out: whoever does not know it skips it. So is documentation: a better
 * sentence does not make a new protocol.
 */
export function canonicalList(schema: Schema): string {
  const first = ({ since = 1 }: { readonly since?: number }): boolean => since <= 1
  const messages = schema.messages
    .filter(first)
    .toSorted((a, b) => a.id - b.id)
    .map(
      (m) => `${m.id} ${m.name} ${m.dir} ${m.kind}(${m.fields.filter(first).map(canonicalField).join(',')})`,
    )
  const named = Object.entries({ ...schema.enums, ...schema.bits })
    .map(([name, { values }]) => [name, values.filter(first)] as const)
    .filter(([, values]) => values.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, values]) => `${name}{${values.map((v) => `${v.name}=${v.value}`).join(',')}}`)
  return [...messages, ...named].join('\n')
}

/** First four bytes of the SHA-256 of the canonical list, read as little endian. */
export function schemaHash(schema: Schema): number {
  const hex = sha256(canonicalList(schema)).slice(0, 8)
  const [a, b, c, d] = [0, 2, 4, 6].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
    number,
  ]
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
}

/**
 * Checks the rules that the types cannot express.
 * @throws Error for a broken schema, which is a bug of this repository
 */
export function checkSchema(schema: Schema): void {
  const ids = new Set<number>()
  for (const message of schema.messages) {
    const fail = (what: string): never => {
      throw new Error(`schema.json: message ${message.name}: ${what}`)
    }
    if (ids.has(message.id)) fail(`id ${message.id} is taken`)
    ids.add(message.id)
    if (message.id >= 0x80 !== (message.dir === 'toHost'))
      fail('ids from 0x80 on are for the way to the host')
    if (payloadBytes(message) > MAX_PAYLOAD) fail(`${payloadBytes(message)} bytes, ${MAX_PAYLOAD} at most`)
    const names = message.fields.map((field) => field.name)
    if (new Set(names).size !== names.length) fail('a field name occurs twice')
    const head = { actuation: 'session,cmdId,permitId', instant: 'session,cmdId' }[message.kind as string]
    if (head !== undefined && names.slice(0, head.split(',').length).join() !== head)
      fail(`must begin with ${head}`)
    checkVersions(message, schema.protocol.minor, fail)
  }
}

function checkVersions(message: MessageSpec, minor: number, fail: (what: string) => never): void {
  let before = message.since ?? 1
  for (const field of message.fields) {
    const since = sinceOf(field, message)
    if (since < before) fail(`${field.name} of minor ${since} stands behind a later field`)
    if (since > minor) fail(`${field.name} is of minor ${since}, the protocol of ${minor}`)
    if (since > (message.since ?? 1) !== (field.default !== undefined))
      fail(`${field.name}: a default is for fields that came later than their message, and they need one`)
    before = since
  }
  if (before > minor) fail(`it is of minor ${before}, the protocol of ${minor}`)
}

function canonicalField(field: FieldSpec): string {
  const range =
    field.min === undefined && field.max === undefined ? '' : `[${field.min ?? ''}..${field.max ?? ''}]`
  return `${field.name}:${field.type}${field.count === undefined ? '' : `x${field.count}`}${range}`
}
