import { didYouMean } from '#base/diagnostic.js'
import { describeValue } from '#documents/value-text.js'
import { describeSort } from '../formula/range.js'
import type { Variable } from '../formula/vocabulary.js'
import { hint, listNames, suggestion, type Problems, type Source } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import type { TypeShape } from '../shape/domain-shape.js'
import { hasValue, type Sort, type Value } from '../value.js'

/** Values of constants that stand with their objects: by the name of the constant, then by object. */
export type Attributes = ReadonlyMap<string, ReadonlyMap<string, Attribute>>

interface Attribute {
  readonly key: Source
  readonly value: Value
}

export function attributesOf(entries: readonly Entry<TypeShape>[]): Attributes {
  const all = new Map<string, Map<string, Attribute>>()
  for (const { value } of entries) {
    for (const { key: object, value: words } of 'union' in value ? [] : (value.described ?? [])) {
      for (const { key, value: given } of words.attributes) {
        const byObject = all.get(key.text) ?? new Map<string, Attribute>()
        all.set(key.text, byObject.set(object.text, { key, value: given }))
      }
    }
  }
  return all
}

/** The values of one constant that stand with its objects; those that it cannot have are reported. */
export function attributeValues(
  { name, parameters, sort }: Pick<Variable, 'name' | 'parameters' | 'sort'>,
  attributes: Attributes,
  types: ReadonlyMap<string, Sort>,
  problems: Problems,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  const [parameter, second] = parameters
  for (const [object, { key, value }] of attributes.get(name) ?? []) {
    const takes = second === undefined && parameter?.kind === 'objects' && parameter.of.has(object)
    if (takes && hasValue(sort, value)) values.set(object, value)
    else if (takes) {
      problems.error(
        { path: key.spot.path },
        {
          code: 'domain.initial-value',
          message: `${name} of ${object} cannot be ${describeValue(value)}`,
          expected: describeSort(sort, types),
          got: describeValue(value),
        },
      )
    } else {
      problems.error(key.spot, {
        code: 'domain.attribute',
        message: `${name} is no constant of ${object}`,
        expected: 'a constant that takes this object, and it alone',
        got: name,
      })
    }
  }
  return values
}

/** Reports attributes that no constant declares. */
export function reportUndeclared(
  attributes: Attributes,
  constants: readonly string[],
  problems: Problems,
): void {
  for (const [name, byObject] of attributes) {
    if (constants.includes(name)) continue
    for (const { key } of byObject.values()) {
      problems.error(key.spot, {
        code: 'domain.attribute',
        message: `nothing under constants: is called ${name}`,
        expected: listNames(['text', 'also', ...constants]),
        got: name,
        ...hint(
          suggestion(didYouMean(name, ['text', 'also', ...constants])) ??
            `declare it: ${name}(type): { is: … }`,
        ),
      })
    }
  }
}
