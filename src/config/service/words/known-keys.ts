import { didYouMean } from '#base/diagnostic.js'
import { describeValue, type Path } from '#documents/value-text.js'
import { siteJsonSchema, type JsonSchema } from '../site-schema.js'

/** What the schema says about one key. */
export interface KnownKey {
  /** `camera.staleMs` */
  readonly name: string
  readonly path: readonly string[]
  readonly schema: JsonSchema
  /** may be null */
  readonly nullable: boolean
  readonly defaultValue: unknown
}

// built lazily and once: a file with a thousand mistakes needs it often, a correct one never
let rootSchema: JsonSchema | undefined
let keysByName: ReadonlyMap<string, KnownKey> | undefined

const schemaOf = (): JsonSchema => (rootSchema ??= siteJsonSchema())

/** Returns every key that holds a value, by name, in the order of the schema. */
export function knownKeys(): ReadonlyMap<string, KnownKey> {
  keysByName ??= new Map(leaves(schemaOf(), []).map((key) => [key.name, key]))
  return keysByName
}

/** Returns the keys allowed at a path: sections at the root, a section's own keys inside it. */
export function keysAt(path: Path): readonly string[] {
  const inside = path.reduce<JsonSchema | undefined>(
    (schema, part) => schema?.properties?.[String(part)],
    schemaOf(),
  )
  return Object.keys(inside?.properties ?? {})
}

/** Describes the values that a key accepts: `a whole number from 100 to 2000`. */
export function describeType({ schema, nullable }: KnownKey): string {
  return nullable ? `${describeSchema(schema)}, or null` : describeSchema(schema)
}

/** Suggests the key that a misspelt one may mean, at the same path or in another section. */
export function suggestKey(key: string, path: Path): string | undefined {
  const near = key.length > 2 ? didYouMean(key, keysAt(path)) : undefined
  if (near !== undefined) return near
  // what a thing is called: the section that was chosen is right, and the `name` of another one is not meant
  if (key === 'name' && keysAt(path).includes('id')) return 'id'
  return [...knownKeys().values()].find(({ path: known }) => known.length > 1 && known.at(-1) === key)?.name
}

function leaves(schema: JsonSchema, path: readonly string[]): KnownKey[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([key, inside]) => leaves(inside, [...path, key]))
  }
  const nonNull = schema.anyOf?.find(({ type }) => type !== 'null')
  return [
    {
      name: path.join('.'),
      path,
      schema: { ...schema, ...nonNull },
      nullable: nonNull !== undefined,
      defaultValue: schema.default,
    },
  ]
}

function describeSchema({
  type,
  enum: words,
  const: only,
  pattern,
  minimum,
  maximum,
  minLength,
  maxLength,
}: JsonSchema): string {
  if (only !== undefined) return describeValue(only)
  if (words !== undefined) return words.map(String).join(' or ')
  if (pattern !== undefined) return PATTERN_NAMES.get(pattern) ?? `text like ${pattern}`
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'number') return `a number from ${minimum} to ${maximum}`
  return `text of ${minLength} to ${maxLength} characters`
}

/** Text patterns, in words. */
const PATTERN_NAMES: ReadonlyMap<string, string> = new Map([
  ['^[A-Za-z0-9_-]{1,32}$', '1 to 32 letters, digits, _ or -'],
  [String.raw`^(tcp:\/\/.+:\d+|ipc:\/\/\/.+)$`, 'tcp://HOST:PORT or ipc:///PATH'],
  [String.raw`^.+:\d+$`, 'HOST:PORT'],
])
