import { knownKeys, type KnownKey } from '#config/service/words/known-keys.js'

/** One mistake in one line of a configuration, and what must be said of it. */
export interface Slip {
  readonly title: string
  readonly text: string
  readonly code: string
  readonly line: number
  readonly column: number
  /** what the message names */
  readonly names: string
  readonly hint?: RegExp
}

/** Every slip of every key: other types, beyond the bounds, another unit, misspelt, twice, in another section. */
export const allSlips = (): readonly Slip[] =>
  [...knownKeys().values()].filter(({ path }) => path.length === 2).flatMap(slipsOf)

export const SECTION_NAMES: readonly string[] = [
  ...new Set(
    [...knownKeys().values()].filter(({ path }) => path.length === 2).map(({ path }) => path[0] ?? ''),
  ),
]

function slipsOf(known: KnownKey): Slip[] {
  const [section = '', key = ''] = known.path
  const values = [...ANY, ...(known.nullable ? [] : NO_VALUE), ...valuesFor(known)]
  return [
    ...values.map(([written, code, hint]): Slip => ({
      title: `${known.name}: ${written.slice(0, 40)}`,
      text: `version: 1\n${section}:\n  ${key}: ${written}\n`,
      // what is not one of the words is not one of them, of whatever type it is
      code: `config.${known.schema.enum === undefined ? code : 'value'}`,
      line: 3,
      column: 3 + key.length + 2,
      names: known.name,
      ...(hint !== undefined && { hint }),
    })),
    ...keySlips(known, section, key),
  ]
}

type Value = readonly [written: string, code: 'type' | 'range' | 'value', hint?: RegExp]

const ANY: readonly Value[] = [
  ['[1, 2]', 'type'],
  ['{ a: 1 }', 'type'],
]
const NO_VALUE: readonly Value[] = [
  ['null', 'type', /write a value, or leave the line out/],
  ['~', 'type', /leave the line out/],
  ['', 'type', /leave the line out/],
]

function valuesFor({ name, schema }: KnownKey): Value[] {
  const { type, minimum = 0, maximum = 0, pattern, maxLength = 0 } = schema
  if (schema.enum !== undefined) {
    const first = String(schema.enum[0])
    return [
      [first.slice(0, -1), 'value', /did you mean/],
      [`${first}${first.at(-1)}`, 'value', /did you mean/],
      ['something-else', 'value'],
      ['3', 'value'],
      ['true', 'value'],
    ]
  }
  if (type === 'boolean') {
    return [
      ['yes', 'type', /write true/],
      ['off', 'type', /write false/],
      ['"true"', 'type'],
      ['1', 'type'],
      ['maybe', 'type'],
    ]
  }
  if (type === 'integer' || type === 'number') {
    return [
      ['many', 'type'],
      [`"${maximum}"`, 'type', new RegExp(`without quotes and unit: ${maximum}`)],
      [`${maximum}x`, 'type', /write the number alone/],
      [String(minimum - 1), 'range'],
      [String(maximum + 1), 'range'],
      ['.nan', 'type'],
      ['-.inf', 'type'],
      ['1e999', 'type'],
      ['true', 'type'],
      ...(type === 'integer' ? ([[`${minimum + 0.5}`, 'type']] as const) : []),
      ...unitSlips(name),
    ]
  }
  return [
    ['5', 'type', /put quotes around it: "5"/],
    ['true', 'type', /put quotes around it: "true"/],
    ['""', pattern === undefined ? 'range' : 'value'],
    ...(pattern === undefined
      ? ([[`"${'x'.repeat(maxLength + 1)}"`, 'range']] as const)
      : ([['"in a b"', 'value']] as const)),
  ]
}

/** Seconds where milliseconds are wanted, and the like. */
function unitSlips(name: string): Value[] {
  if (name.endsWith('Ms'))
    return [
      ['0.5', 'type', /for 0\.5 s write 500/],
      ['1s', 'type', /: 1000; the key says ms/],
      ['800ms', 'type', /: 800; the key says ms/],
    ]
  if (name.endsWith('Seconds')) return [['2min', 'type', /: 120; the key says s/]]
  if (name.endsWith('Days')) return [['48h', 'type', /: 2; the key says days/]]
  if (name.endsWith('MiB'))
    return [
      ['2 GiB', 'type', /: 2048; the key says MiB/],
      ['2', 'range', /for 2 GiB write 2048/],
    ]
  if (name.endsWith('GiB')) return [['512MiB', 'type', /: 0\.5; the key says GiB/]]
  return name === 'teleop.speed' ? [['200', 'range', /for 200 mm\/s write 0\.2/]] : []
}

function keySlips(known: KnownKey, section: string, key: string): Slip[] {
  const value = JSON.stringify(known.defaultValue)
  const at = (
    title: string,
    text: string,
    line: number,
    column: number,
    more: Pick<Slip, 'code' | 'names'>,
  ): Slip => ({
    title: `${known.name}: ${title}`,
    text,
    line,
    column,
    ...more,
  })
  const misspelt = key.length < 3 ? `${key}x` : `${key.slice(0, -2)}${key.at(-1)}${key.at(-2)}`
  const other = misspelt === key ? `${key}${key.at(-1)}` : misspelt
  const unknown = (name: string): Pick<Slip, 'code' | 'names'> => ({
    code: 'config.unknown-key',
    names: name,
  })
  return [
    {
      ...at('misspelt', `version: 1\n${section}:\n  ${other}: ${value}\n`, 3, 3, unknown(other)),
      ...(key.length > 2 && { hint: /did you mean/ }),
    },
    at(
      'in capitals',
      `version: 1\n${section}: { ${key.toUpperCase()}: ${value} }\n`,
      2,
      section.length + 5,
      unknown(key.toUpperCase()),
    ),
    {
      ...at('in no section', `version: 1\n${key}: ${value}\n`, 2, 1, unknown(key)),
      hint: new RegExp(`did you mean|${String.raw`belongs elsewhere: \w+\.`}${key}`),
    },
    {
      ...at('twice', `version: 1\n${section}:\n  ${key}: ${value}\n  ${key}: ${value}\n`, 4, 3, {
        code: 'config.duplicate-key',
        names: key,
      }),
      hint: /keep one/,
    },
  ].filter(
    ({ title, text }) =>
      !title.endsWith('in no section') || !SECTION_KEYS.has(text.split('\n')[1]?.split(':')[0] ?? ''),
  )
}

/** Keys that are called as a section is. */
const SECTION_KEYS: ReadonlySet<string> = new Set([...knownKeys().values()].map(({ path }) => path[0] ?? ''))
