import { ConversionError, ObjectValue } from './value.js'
import { conversionError } from './numbers.js'
import type { Enums, ValueType } from './types.js'

/** `vector<T>`: items between semicolons, or `json:[…]`. */
export const vectorType = <T>(item: ValueType<T>): ValueType<readonly T[]> =>
  listType(`vector<${item.name}>`, item)

/** `queue<T>`: like a vector, but shared: taking an item removes it for every reader (LoopInt and similar). */
export const queueType = <T>(item: ValueType<T>): ValueType<T[]> => listType(`queue<${item.name}>`, item)

/** Splits a text at `;`. A trailing separator adds no item, and an empty text has none. */
export function splitItems(text: string): string[] {
  const parts = text.split(';')
  if (parts.at(-1) === '') parts.pop()
  return parts
}

function listType<T>(name: string, item: ValueType<T>): ValueType<T[]> {
  return {
    name,
    strong: true,
    early: true,
    parse: (text, enums) =>
      text.startsWith('json:')
        ? jsonItems(text.slice('json:'.length), item, enums)
        : splitItems(text).map((part) => item.parse(part, enums)),
    read: (value) => {
      if (value instanceof ObjectValue && value.type === name) return value.data as T[]
      throw conversionError(value, name)
    },
    store: (data) => new ObjectValue(name, data),
  }
}

function jsonItems<T>(text: string, item: ValueType<T>, enums: Enums): T[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new ConversionError(`"json:${text}" is no JSON: ${cause instanceof Error ? cause.message : ''}`)
  }
  if (!Array.isArray(parsed)) throw new ConversionError(`"json:${text}" is no JSON array`)
  const ofText = item.name === 'string'
  return parsed.map((element: unknown) => {
    const isText = typeof element === 'string'
    // true and false are accepted as numbers, but a number must not be quoted and a text must be
    if (isText === ofText && (isText || typeof element === 'number' || typeof element === 'boolean')) {
      return item.parse(isText ? element : String(Number(element)), enums)
    }
    throw new ConversionError(`${JSON.stringify(element)} is no ${item.name}`)
  })
}
