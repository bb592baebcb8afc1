import { didYouMean } from '#base/diagnostic.js'
import { describeSort } from '../formula/range.js'
import { hint, suggestion, quote, listNames, type Problems, type Source, type Spot } from '../problems.js'
import { describeValue } from '#documents/value-text.js'
import type { Initial } from '../shape/domain-shape.js'
import { hasValue, valueOrUnknown, valuesOf, type Sort, type Value } from '../value.js'

/** The state variable or constant whose values are read. */
export interface Declared {
  readonly name: string
  readonly parameters: readonly Sort[]
  readonly sort: Sort
  readonly types: ReadonlyMap<string, Sort>
  /** `unknown` may stand for a value: it is a state variable */
  readonly mayBeUnknown: boolean
}

/**
 * Returns one value per combination of objects; a plain value instead of a map by object applies to all of them.
 * @returns whatever could be read; every problem has been reported
 */
export function initialValues(
  initial: Initial,
  wanted: Declared,
  spot: Spot,
  problems: Problems,
): readonly (readonly [args: readonly Value[], value: Value])[] {
  const [parameter, ...rest] = wanted.parameters
  if ('value' in initial) {
    const value = checked(initial.value, wanted, spot, problems)
    return value === undefined ? [] : combinations(wanted.parameters).map((args) => [args, value])
  }
  if (parameter === undefined) {
    problems.error(spot, {
      code: 'domain.initial-objects',
      message: `${wanted.name} has one value here, not one for each object`,
      expected: describeSort(wanted.sort, wanted.types),
      got: `values for ${listNames(initial.entries.map(({ key }) => key.text))}`,
    })
    return []
  }
  const objects = valuesOf(parameter).map(String)
  const given = new Map(initial.entries.map((entry) => [entry.key.text, entry]))
  for (const { key } of initial.entries) {
    if (key.text !== ELSE && !objects.includes(key.text)) unknownObject(key, objects, problems)
  }
  const left = objects.filter((object) => !given.has(object))
  if (left.length > 0 && !given.has(ELSE)) missing(wanted.name, left, spot, problems)
  const inner = { ...wanted, parameters: rest }
  const read = new Map(
    [...given].map(([text, { value }]) => {
      const inside: Spot = { path: [...spot.path, text] }
      return [text, initialValues(value, inner, inside, problems)] as const
    }),
  )
  return objects.flatMap((object) =>
    (read.get(object) ?? read.get(ELSE) ?? []).map(([args, value]) => [[object, ...args], value] as const),
  )
}

/** The key that covers all objects not named. */
const ELSE = 'else'

function checked(
  value: Value,
  { name, sort, types, mayBeUnknown }: Declared,
  spot: Spot,
  problems: Problems,
): Value | undefined {
  const read = mayBeUnknown ? valueOrUnknown(sort, value) : hasValue(sort, value) ? value : undefined
  if (read !== undefined) return read
  const near = typeof value === 'string' ? didYouMean(value, valuesOf(textual(sort)).map(String)) : undefined
  problems.error(spot, {
    code: 'domain.initial-value',
    message: `${name} cannot be ${describeValue(value)}`,
    expected: describeSort(sort, types),
    got: describeValue(value),
    ...hint(suggestion(near)),
  })
  return undefined
}

const textual = (sort: Sort): Sort => (sort.kind === 'objects' ? sort : { kind: 'objects', of: new Set() })

function unknownObject(key: Source, objects: readonly string[], problems: Problems): void {
  problems.error(key.spot, {
    code: 'domain.unknown-object',
    message: `${quote(key.text)} is not one of the objects that stand here`,
    expected: listNames([...objects, ELSE]),
    got: key.text.slice(0, 60),
    ...hint(suggestion(didYouMean(key.text, [...objects, ELSE]))),
  })
}

function missing(name: string, left: readonly string[], spot: Spot, problems: Problems): void {
  problems.error(spot, {
    code: 'domain.initial-missing',
    message: `${name} has no value for ${listNames(left, 6)}`,
    expected: 'a value for every object',
    got: `${left.length} without one`,
    hint: `${ELSE}: gives one to all that are not named`,
  })
}

function combinations(parameters: readonly Sort[]): readonly (readonly Value[])[] {
  return parameters.reduce<readonly (readonly Value[])[]>(
    (all, sort) => all.flatMap((args) => valuesOf(sort).map((value) => [...args, value])),
    [[]],
  )
}
