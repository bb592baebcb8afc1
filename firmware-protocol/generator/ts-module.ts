import {
  isExact,
  payloadLengths,
  schemaHash,
  type FieldSpec,
  type MessageSpec,
  type NamedNumbers,
  type Schema,
} from './schema.js'

const HEAD = '// Generated from firmware-protocol/schema.json by firmware-protocol/generate.ts; do not edit.'

/** `messages.gen.ts`: a type for each message, names for the numbers. Formatted by the caller. */
export function tsTypes(schema: Schema): string {
  const { major, minor } = schema.protocol
  const hash = `0x${schemaHash(schema).toString(16).padStart(8, '0')}`
  return [
    HEAD,
    '',
    `export const PROTOCOL = { major: ${major}, minor: ${minor}, schemaHash: ${hash} } as const`,
    '',
    ...Object.entries(schema.enums).flatMap(([name, numbers]) => namedNumbers(name, numbers)),
    ...Object.entries(schema.bits).flatMap(([name, numbers]) => namedNumbers(name, numbers)),
    ...schema.messages.flatMap(messageType),
    `export type MessageToFirmware = ${union(schema, 'toFirmware')}`,
    `export type MessageToHost = ${union(schema, 'toHost')}`,
    'export type Message = MessageToFirmware | MessageToHost',
    '',
  ].join('\n')
}

/** `message-table.gen.ts`: the layouts that `message-codec.ts` reads. One line a field: kept from the formatter. */
export function tsTable(schema: Schema): string {
  return [
    HEAD,
    "import type { Message } from './messages.gen.js'",
    '',
    'export interface FieldSpec {',
    '  readonly name: string',
    "  readonly type: 'u8' | 'u16' | 'u32' | 'f32'",
    '  /** array length; absent = one number */',
    '  readonly count?: number',
    '  readonly min?: number',
    '  readonly max?: number',
    '  /** of the number on the wire: m, rad/s, 0.1 kPa, … */',
    '  readonly unit?: string',
    '  /** of a field that came later than its message: what it says where it is left out */',
    '  readonly default?: number',
    '}',
    '',
    'export interface MessageSpec {',
    "  readonly kind: Message['kind']",
    '  /** type byte of the frame */',
    '  readonly id: number',
    "  readonly dir: 'toFirmware' | 'toHost'",
    '  /** `actuation` and `instant` are commands, executed exactly once */',
    "  readonly role: 'link' | 'stream' | 'actuation' | 'instant' | 'telemetry'",
    '  /** payload lengths, shortest first: a minor version that added fields made it longer */',
    '  readonly lengths: readonly [number, ...number[]]',
    '  /** bytes behind the known fields make it unreadable; otherwise they are skipped */',
    '  readonly exact: boolean',
    '  /** in the order of the wire, without padding */',
    '  readonly fields: readonly FieldSpec[]',
    '}',
    '',
    '// prettier-ignore',
    'export const MESSAGES: readonly MessageSpec[] = [',
    ...schema.messages.flatMap(tableRow),
    ']',
    '',
  ].join('\n')
}

const union = (schema: Schema, dir: MessageSpec['dir']): string =>
  schema.messages
    .filter((message) => message.dir === dir)
    .map(({ name }) => name)
    .join(' | ')
const camel = (name: string): string => name[0]?.toLowerCase() + name.slice(1)

function namedNumbers(name: string, { doc, values }: NamedNumbers): string[] {
  return [
    `/** ${doc} */`,
    `export const ${name} = {`,
    ...values.map((v) => `${v.doc ? `/** ${v.doc} */\n` : ''}${v.name}: ${v.value},`),
    '} as const',
    `export type ${name}Name = keyof typeof ${name}`,
    '',
  ]
}

function messageType(spec: MessageSpec): string[] {
  return [
    `/** ${spec.doc} */`,
    `export interface ${spec.name} {`,
    `readonly kind: '${camel(spec.name)}'`,
    ...spec.fields.map(
      (f) => `${fieldDoc(f)}readonly ${f.name}: ${f.count === undefined ? 'number' : tuple(f.count)}`,
    ),
    '}',
    '',
  ]
}

const tuple = (count: number): string =>
  `readonly [${Array.from({ length: count }, () => 'number').join(', ')}]`

function fieldDoc(field: FieldSpec): string {
  const range =
    field.min === undefined && field.max === undefined ? '' : `${field.min ?? ''}…${field.max ?? ''}`
  const size = [range, field.unit].filter((part) => part).join(' ')
  const text = [field.doc, size].filter((part) => part).join('; ')
  return text ? `/** ${text} */\n` : ''
}

function tableRow(spec: MessageSpec): string[] {
  const id = `0x${spec.id.toString(16).padStart(2, '0')}`
  const fields = spec.fields.map((f) => {
    const extra = (['count', 'min', 'max', 'default'] as const).flatMap((key) =>
      f[key] === undefined ? [] : [`${key}: ${f[key]}`],
    )
    const unit = f.unit === undefined ? [] : [`unit: '${f.unit}'`]
    return `    { ${[`name: '${f.name}'`, `type: '${f.type}'`, ...extra, ...unit].join(', ')} },`
  })
  const head = `  { kind: '${camel(spec.name)}', id: ${id}, dir: '${spec.dir}', role: '${spec.kind}', lengths: [${payloadLengths(spec).join(', ')}], exact: ${isExact(spec)}`
  return fields.length === 0 ? [`${head}, fields: [] },`] : [`${head}, fields: [`, ...fields, '  ] },']
}
