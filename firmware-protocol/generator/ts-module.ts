import {
  payloadBytes,
  schemaHash,
  type FieldSpec,
  type MessageSpec,
  type NamedNumbers,
  type Schema,
} from './schema.js'

/** `messages.gen.ts`: types, and the table that `message-codec.ts` reads. Formatted by the caller. */
export function tsModule(schema: Schema): string {
  const names = schema.messages.map((m) => m.name)
  return [
    '// Generated from firmware-protocol/schema.json by firmware-protocol/generate.ts; do not edit.',
    '',
    `export const PROTOCOL = { major: ${schema.protocol.major}, minor: ${schema.protocol.minor}, schemaHash: 0x${schemaHash(schema).toString(16).padStart(8, '0')} } as const`,
    '',
    ...Object.entries(schema.enums).flatMap(([name, numbers]) => namedNumbers(name, numbers)),
    ...Object.entries(schema.bits).flatMap(([name, numbers]) => namedNumbers(name, numbers)),
    ...schema.messages.flatMap(messageType),
    `export type Message = ${names.join(' | ')}`,
    '',
    'export interface FieldSpec { readonly name: string; readonly type: "u8" | "u16" | "u32" | "f32"; readonly count?: number; readonly min?: number; readonly max?: number }',
    '',
    'export interface MessageSpec { readonly kind: Message["kind"]; readonly id: number; readonly dir: "toFirmware" | "toHost"; readonly role: "link" | "stream" | "actuation" | "instant" | "telemetry"; readonly bytes: number; readonly fields: readonly FieldSpec[] }',
    '',
    'export const MESSAGES: readonly MessageSpec[] = [',
    ...schema.messages.map(tableRow),
    ']',
    '',
  ].join('\n')
}

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

function tableRow(spec: MessageSpec): string {
  const fields = spec.fields.map((f) => {
    const extra = (['count', 'min', 'max'] as const).flatMap((key) =>
      f[key] === undefined ? [] : [`${key}: ${f[key]}`],
    )
    return `{ ${[`name: '${f.name}'`, `type: '${f.type}'`, ...extra].join(', ')} }`
  })
  return `{ kind: '${camel(spec.name)}', id: 0x${spec.id.toString(16).padStart(2, '0')}, dir: '${spec.dir}', role: '${spec.kind}', bytes: ${payloadBytes(spec)}, fields: [${fields.join(', ')}] },`
}
