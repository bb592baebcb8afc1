type Schema = Readonly<Record<string, unknown>>

/** A validator of the part of JSON Schema that the contract uses, without a line of the product's codec. */
export function fits(schema: Schema, value: unknown, root: Schema = schema): boolean {
  const unknown = Object.keys(schema).filter((word) => !KNOWN.has(word))
  if (unknown.length > 0) throw new Error(`this validator does not know ${unknown.join(', ')}`)
  if (typeof schema['$ref'] === 'string') return fits(at(root, schema['$ref']), value, root)
  const parts = schema['anyOf'] as readonly Schema[] | undefined
  if (parts !== undefined && !parts.some((part) => fits(part, value, root))) return false
  if ('const' in schema && schema['const'] !== value) return false
  if ('enum' in schema && !(schema['enum'] as readonly unknown[]).includes(value)) return false
  const types = schema['type'] === undefined ? [] : [schema['type']].flat()
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return false
  if (typeof value === 'number') return within(schema, 'minimum', 'maximum', value)
  if (typeof value === 'string') {
    const pattern = schema['pattern'] as string | undefined
    return (
      within(schema, 'minLength', 'maxLength', value.length) && (!pattern || new RegExp(pattern).test(value))
    )
  }
  if (Array.isArray(value)) {
    const items = schema['items'] as Schema | undefined
    return (
      within(schema, 'minItems', 'maxItems', value.length) &&
      (!items || value.every((each) => fits(items, each, root)))
    )
  }
  if (typeof value !== 'object' || value === null) return true
  const required = (schema['required'] ?? []) as readonly string[]
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  const others = schema['additionalProperties'] as Schema | undefined
  if (!required.every((name) => Object.hasOwn(value, name))) return false
  if (!within(schema, 'minProperties', 'maxProperties', Object.keys(value).length)) return false
  return Object.entries(value).every(([name, each]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : others
    return own === undefined || fits(own, each, root)
  })
}

const KNOWN = new Set(
  (
    '$schema $defs $ref title description anyOf const enum type minimum maximum minLength maxLength pattern minItems ' +
    'maxItems items required properties additionalProperties minProperties maxProperties'
  ).split(' '),
)

function isOf(type: unknown, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

const within = (schema: Schema, low: string, high: string, value: number): boolean =>
  value >= ((schema[low] as number | undefined) ?? -Infinity) &&
  value <= ((schema[high] as number | undefined) ?? Infinity)

const at = (root: Schema, reference: string): Schema =>
  reference
    .split('/')
    .slice(1)
    .reduce<Schema>((schema, name) => schema[name] as Schema, root)
