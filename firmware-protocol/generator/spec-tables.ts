import {
  layout,
  payloadBytes,
  schemaHash,
  type FieldSpec,
  type MessageSpec,
  type NamedNumbers,
  type Schema,
} from './schema.js'

/** `SPEC.md`: the same schema for people. */
export function specTables(schema: Schema): string {
  return [
    '# Wire protocol: messages',
    '',
    'Generated from `schema.json` by `generate.ts`; do not edit. Frame format, failsafes and the exactly-once rule are in',
    '`README.md`. All numbers are little endian, there is no padding. The schema hash is that of minor version 1, for all of',
    'major version 1: what came later is sent to a side that knows it.',
    '',
    `Version ${schema.protocol.major}.${schema.protocol.minor}, schema hash \`0x${schemaHash(schema).toString(16).padStart(8, '0')}\`.`,
    '',
    ...section(
      'To the firmware',
      schema.messages.filter((m) => m.dir === 'toFirmware'),
    ),
    ...section(
      'To the host',
      schema.messages.filter((m) => m.dir === 'toHost'),
    ),
    '## Named numbers',
    '',
    ...Object.entries({ ...schema.enums, ...schema.bits }).flatMap(([name, numbers]) =>
      namedNumbers(name, numbers),
    ),
  ].join('\n')
}

const KIND = {
  link: 'link',
  stream: 'stream, last one wins',
  actuation: 'command, exactly once, with permit',
  instant: 'command, exactly once, no permit',
  telemetry: 'unacknowledged',
} as const

function section(title: string, messages: readonly MessageSpec[]): string[] {
  return [`## ${title}`, '', ...messages.flatMap(table)]
}

function table(message: MessageSpec): string[] {
  const head = `### 0x${message.id.toString(16).padStart(2, '0')} ${message.name} (${payloadBytes(message)} bytes; ${KIND[message.kind]})`
  const rows = layout(message).map(
    (f) =>
      `| ${f.offset} | \`${f.name}\` | ${f.type}${f.count ? ` × ${f.count}` : ''} | ${f.unit ?? ''} | ${range(f)} | ${f.doc}${later(f)} |`,
  )
  const since = message.since === undefined ? [] : [`Since minor version ${message.since}.`, '']
  const body =
    rows.length === 0
      ? ['No payload.']
      : ['| at | field | type | unit | range | meaning |', '|---|---|---|---|---|---|', ...rows]
  return [head, '', message.doc, '', ...since, ...body, '']
}

const later = ({ since, default: value }: FieldSpec): string =>
  since === undefined ? '' : `; since minor version ${since}, ${value} where it is left out`

const range = (field: FieldSpec): string =>
  field.min === undefined && field.max === undefined ? '' : `${field.min ?? ''}…${field.max ?? ''}`

function namedNumbers(name: string, { doc, values }: NamedNumbers): string[] {
  const rows = values.map((v) => `| ${v.value} | \`${v.name}\` | ${v.doc} |`)
  return [`### ${name}`, '', doc, '', '| value | name | meaning |', '|---|---|---|', ...rows, '']
}
