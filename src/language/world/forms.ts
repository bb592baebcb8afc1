import type { DataDomain } from '#worlds/assemble.js'
import { isWithin, NONE, sizeOf, UNKNOWN, valuesOf, type Sort } from '#worlds/value.js'
import { anyOf, integer, list, object, one, ref, type Schema, type SchemaNode } from '../schema/schema.js'

/** Something that can be said of a world: a fact that can change, or a definition. */
export interface Form {
  readonly fact: string
  /** what it is said of */
  readonly parameters: readonly Sort[]
  readonly sort: Sort
  /** it may be unknown, so that knowing it can be asked for */
  readonly isObserved: boolean
  /** in words; absent of definitions and where the world has none */
  readonly text?: string
}

/** The keys of a statement that hold what it is said of, in their order. */
export const ARGUMENT_KEYS = ['of', 'and', 'also'] as const

/** The schema of a prompt in a world, made once: turning it into a check takes longer than a check. */
export function schemaFor(domain: DataDomain, key: string, make: () => Schema): Schema {
  const own = schemas.get(domain) ?? new Map<string, Schema>()
  schemas.set(domain, own)
  const schema = own.get(key) ?? make()
  own.set(key, schema)
  return schema
}

const schemas = new WeakMap<DataDomain, Map<string, Schema>>()

/** Everything that can be asked for in a world. Constants cannot: nothing changes them. */
export function formsOf({ vocabulary, rules, initial }: DataDomain): readonly Form[] {
  const texts = new Map((rules.start ?? []).map(({ name, text }) => [name, text]))
  const observed = rules.skills.flatMap(({ observes = [] }) => observes.map(nameIn))
  const unknown = [...initial].flatMap(([fact, value]) => (value === UNKNOWN ? [nameIn(fact)] : []))
  const hidden = new Set([...observed, ...unknown])
  const facts = [...vocabulary.variables.values()]
    .filter(({ constants }) => constants === undefined)
    .map(({ name, parameters, sort }): Form => {
      const text = texts.get(name)
      const isObserved = hidden.has(name)
      return { fact: name, parameters, sort, isObserved, ...(text !== undefined && { text }) }
    })
  const definitions = [...vocabulary.definitions].flatMap((name): Form[] => {
    const found = vocabulary.definition(name, () => undefined)
    if (found === undefined) return []
    const { parameters, body } = found
    return [{ fact: name, parameters, sort: body.sort, isObserved: false }]
  })
  return [...facts, ...definitions].filter(
    ({ parameters, sort }) =>
      parameters.length <= ARGUMENT_KEYS.length && [sort, ...parameters].every((each) => sizeOf(each) > 0),
  )
}

const nameIn = (fact: string): string => fact.split('(')[0]?.trim() ?? fact

/**
 * The statements that a model may write about a world, as parts of a schema: `statement`, `simple`, and one for each
 * set of names. Nothing else can be written: a fact is given what it is said of, and a value that it can have.
 */
export function statementDefs(domain: DataDomain, forms: readonly Form[]): Record<string, SchemaNode> {
  const names = new NamedSorts(domain)
  const simple = forms.flatMap((form) => {
    const said = {
      fact: one(form.fact),
      ...Object.fromEntries(form.parameters.map((sort, at) => [ARGUMENT_KEYS[at] ?? '', names.node(sort)])),
    }
    return comparisons(form, names).map(([key, value]) => object({ ...said, [key]: value }))
  })
  return {
    ...names.defs,
    simple: anyOf(simple),
    statement: anyOf([ref('simple'), object({ any: list(ref('simple'), [2, MOST_ANY]) })]),
  }
}

const MOST_ANY = 8

function comparisons({ sort, isObserved }: Form, names: NamedSorts): [string, SchemaNode][] {
  const own: [string, SchemaNode][] = [['is', names.node(sort)]]
  if (sort.kind === 'objects') own.push(['is_not', names.node(sort)])
  if (sort.kind === 'number') own.push(['at_least', names.node(sort)], ['at_most', names.node(sort)])
  if (isObserved) own.push(['known', one(true)])
  return own
}

/** Sets of names, each written once: under the name of its type, or a number. */
class NamedSorts {
  readonly defs: Record<string, SchemaNode> = {}
  readonly #types: DataDomain['vocabulary']['types']
  readonly #known: { readonly name: string; readonly sort: Sort }[] = []

  constructor({ vocabulary }: DataDomain) {
    this.#types = vocabulary.types
  }

  node(sort: Sort): SchemaNode {
    if (sort.kind === 'bool') return one(true, false)
    if (sort.kind === 'number') return integer(sort.min, sort.max)
    const known = this.#known.find((each) => isSame(each.sort, sort))
    if (known !== undefined) return ref(known.name)
    const type = [...this.#types].find(([, each]) => isSame(each, sort))?.[0]
    // a type may be called as a part of the schema is
    const name = type === undefined ? `names_${this.#known.length}` : `type_${type}`
    this.#known.push({ name, sort })
    this.defs[name] = one(...valuesOf(sort))
    return ref(name)
  }
}

const isSame = (a: Sort, b: Sort): boolean =>
  a.kind === 'objects' && b.kind === 'objects' && isWithin(a, b) && isWithin(b, a)

/** A set of values in words: `item`, `place, hand or person`, `dock or none`. */
export function sortWords(sort: Sort, domain: DataDomain): string {
  if (sort.kind === 'bool') return 'true or false'
  if (sort.kind === 'number') return `a number from ${sort.min} to ${sort.max}`
  const rest = new Set([...sort.of].filter((name) => name !== NONE))
  const words: string[] = []
  // the largest type first: it says the most in one word
  const types = [...domain.vocabulary.types].toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a))
  for (const [name, type] of types) {
    if (type.kind !== 'objects' || type.of.size < 2 || ![...type.of].every((each) => rest.has(each))) continue
    words.push(name)
    for (const each of type.of) rest.delete(each)
  }
  const all = [...words, ...rest, ...(sort.of.has(NONE) ? [NONE] : [])]
  return all.length < 2 ? (all[0] ?? NONE) : `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`
}
