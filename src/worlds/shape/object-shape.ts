import { DATA_LIMITS } from '../limits.js'
import type { Source } from '../problems.js'
import type { Value } from '../value.js'
import { list, type Entry } from './composites.js'
import { scalar, sentence } from './scalars.js'
import { inside, keySource, wrongShape, type Shape } from './shape.js'

/** What a world says of one object: words for it, and constants that are given here rather than under constants. */
export interface ObjectShape {
  readonly text: Source | undefined
  /** other names that people use */
  readonly also: readonly Source[]
  readonly attributes: readonly Entry<Value>[]
}

const text = sentence('The object in a few words: what people see in it.')
const also = list(sentence('Another name that people use.'), 'Other names that people use.')
const attribute = scalar('The value of a constant with this name for the object.')

/** An object with words and attributes; nothing after the colon is allowed, too. */
export const objectShape: Shape<ObjectShape> = {
  schema: {
    type: ['object', 'null'],
    properties: { text: text.schema, also: also.schema },
    additionalProperties: attribute.schema,
    maxProperties: DATA_LIMITS.entries,
    description: 'An object: words for it, and values of constants.',
  },
  read(value, at, problems) {
    if (value === null) return { text: undefined, also: [], attributes: [] }
    if (typeof value !== 'object' || Array.isArray(value)) {
      return wrongShape(value, at, problems, { expected: 'text:, also: and values of constants, or nothing' })
    }
    let said: Source | undefined
    let others: readonly Source[] = []
    const attributes: Entry<Value>[] = []
    for (const [key, entry] of Object.entries(value as Readonly<Record<string, unknown>>)) {
      const place = inside(at, key)
      if (key === 'text') said = text.read(entry, place, problems)
      else if (key === 'also') others = also.read(entry, place, problems) ?? []
      else {
        const read = attribute.read(entry, place, problems)
        if (read !== undefined) attributes.push({ key: keySource(key, at), value: read })
      }
    }
    return { text: said, also: others, attributes }
  },
}
