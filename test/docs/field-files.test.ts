import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseFieldText } from '#config/field/field-file.js'
import { readText, REPO } from '../../lab/architecture/source-tree.js'

const page = readText('docs/field-files.md') ?? ''
const example = /```yaml my-field\.yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? ''

interface Schema {
  readonly type?: string
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
  readonly const?: string
  readonly default?: unknown
}

const { $defs } = JSON.parse(readText('config/field.schema.json') ?? '') as { $defs: Record<string, Schema> }

describe('docs/field-files.md', () => {
  it('has a whole field that the loader takes, with each of its parts used', () => {
    const read = parseFieldText(example, 'my-field.yaml')
    expect(read.ok ? [] : read.error).toEqual([])
    expect(read.ok && read.value.map(({ map }) => [map.id, map.zones.length])).toEqual([['MINE', 4]])
  })

  it('its table is made of the schema (vitest -u)', async () => {
    const table = `| key | is | range | what |\n|---|---|---|---|\n${[...new Set(rowsOf($defs['Field'] as Schema, '', true))].join('\n')}\n`
    const filled = page.replace(
      /(<!-- fields:[^\n]*-->\n)[^]*?(<!-- \/fields -->)/,
      (_, head: string, tail: string) => `${head}\n${table}\n${tail}`,
    )
    await expect(filled).toMatchFileSnapshot(join(REPO, 'docs/field-files.md'))
  })
})

function rowsOf(given: Schema, path: string, required: boolean): readonly string[] {
  const schema = { ...(given.$ref === undefined ? {} : $defs[given.$ref.split('/').at(-1) ?? '']), ...given }
  const forms = schema.anyOf ?? schema.oneOf ?? []
  if (forms.length > 0) return forms.flatMap((each) => rowsOf(each, path, required))
  const { properties = {}, required: needed = [], description = '', items } = schema
  const own = `| \`${path}\` | ${typeOf(schema)} | ${rangeOf(schema, required)} | ${description} |`
  return [
    ...(path === '' || path.endsWith(']') ? [] : [own]),
    ...(items === undefined || items.type === 'string' ? [] : rowsOf(items, `${path}[]`, false)),
    ...Object.entries(properties).flatMap(([name, each]) =>
      rowsOf(each, path === '' ? name : `${path}.${name}`, needed.includes(name)),
    ),
  ]
}

function typeOf({ type, enum: values, const: only, items }: Schema): string {
  if (only !== undefined) return `\`${only}\``
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(' or ')
  if (items?.enum !== undefined) return `list of ${items.enum.map((value) => `\`${value}\``).join(' or ')}`
  return (
    {
      object: 'keys',
      array: 'list',
      number: 'number',
      integer: 'whole number',
      string: 'text',
      boolean: '`true` or `false`',
    }[type ?? ''] ?? ''
  )
}

function rangeOf(
  { minimum, maximum, minItems, maxItems, default: usual }: Schema,
  required: boolean,
): string {
  const span =
    minimum !== undefined
      ? `${minimum} to ${maximum}`
      : minItems === undefined
        ? ''
        : minItems === maxItems
          ? `${minItems}`
          : `${minItems} to ${maxItems}`
  const else_ =
    usual === undefined ? (required ? 'required' : '') : `else ${JSON.stringify(usual).replaceAll('"', '')}`
  return [span, else_].filter((part) => part !== '').join('; ')
}
