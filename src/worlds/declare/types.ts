import { RESERVED } from '../syntax/lex.js'
import { sortFrom } from '../formula/range.js'
import { DATA_LIMITS } from '../limits.js'
import { quote, Problems, type Source } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import type { TypeShape } from '../shape/domain-shape.js'
import { objects, type Sort } from '../value.js'

export interface Types {
  readonly types: ReadonlyMap<string, Sort>
  readonly objects: ReadonlySet<string>
  /** the numbers of objects that have an order: `slot_2` of `slot(1..4)` */
  readonly indices: ReadonlyMap<string, number>
}

/** An object as people speak of it. */
export interface ObjectWords {
  readonly type: string
  readonly text: string | undefined
  readonly also: readonly string[]
}

/** What a world says of its objects, by their names. */
export const wordsOf = (entries: readonly Entry<TypeShape>[]): ReadonlyMap<string, ObjectWords> =>
  new Map(
    entries.flatMap(({ key, value }) => {
      if ('union' in value) return indexedWords(key.text, value.union)
      const described = new Map((value.described ?? []).map((entry) => [entry.key.text, entry.value]))
      return value.objects.map(({ text: name }): [string, ObjectWords] => {
        const words = described.get(name)
        const also = words?.also.map(({ text }) => text) ?? []
        return [name, { type: key.text, text: words?.text?.text, also }]
      })
    }),
  )

const indexedWords = (type: string, union: Source): readonly (readonly [string, ObjectWords])[] =>
  [...(indexedObjects(union, new Problems(() => undefined)) ?? new Map<string, number>()).keys()].map(
    (name) => [name, { type, text: undefined, also: [] }],
  )

/** Declares a domain's types and their objects; unions may refer to each other in any order, but not in a cycle. */
export function declareTypes(entries: readonly Entry<TypeShape>[], problems: Problems): Types {
  const seen = new Map<string, string>()
  const types = new Map<string, Sort>()
  const unions = new Map<string, Source>()
  const indices = new Map<string, number>()
  for (const { key, value } of entries) {
    if (!checkNotReserved(key, problems)) continue
    const indexed = 'union' in value ? indexedObjects(value.union, problems) : undefined
    if (indexed !== undefined) {
      for (const [name, index] of indexed) indices.set(name, index)
      const sources = [...indexed.keys()].map((text) => ({ text, spot: key.spot }))
      types.set(key.text, objects(listed(key, sources, seen, problems)))
    } else if ('union' in value) unions.set(key.text, value.union)
    else types.set(key.text, objects(listed(key, value.objects, seen, problems)))
  }
  resolve(unions, types, problems)
  for (const { key } of entries) {
    const type = seen.get(key.text)
    if (type !== undefined) reportDuplicateName(key, `an object of ${type}`, problems)
  }
  if (seen.size > DATA_LIMITS.objects) {
    problems.error(
      { path: ['types'], key: true },
      {
        code: 'domain.too-many',
        message: 'the domain has too many objects',
        expected: `at most ${DATA_LIMITS.objects}`,
        got: String(seen.size),
      },
    )
  }
  return { types, objects: new Set(seen.keys()), indices }
}

/** The objects `slot_1` to `slot_4` of `slot(1..4)`, with their numbers; undefined for any other text. */
function indexedObjects({ text, spot }: Source, problems: Problems): ReadonlyMap<string, number> | undefined {
  const [, name, low, high] =
    /^\s*([A-Za-z_]\w*)\s*\(\s*(\d{1,6})\s*\.\.\s*(\d{1,6})\s*\)\s*$/.exec(text) ?? []
  if (name === undefined) return undefined
  const [from, many] = [Number(low), Number(high) - Number(low) + 1]
  if (many >= 1 && many <= DATA_LIMITS.objects) {
    return new Map(Array.from({ length: many }, (_, at) => [`${name}_${from + at}`, from + at]))
  }
  problems.error(spot, {
    code: many < 1 ? 'domain.range-empty' : 'domain.too-many',
    message: many < 1 ? 'the range has no number in it' : 'the domain has too many objects',
    expected: many < 1 ? 'the smaller number first' : `at most ${DATA_LIMITS.objects}`,
    got: quote(text),
  })
  return new Map()
}

/** Whether a word is not a keyword of the language; reports it if it is. */
export function checkNotReserved(name: Source, problems: Problems): boolean {
  if (!RESERVED.has(name.text)) return true
  problems.error(name.spot, {
    code: 'domain.reserved-name',
    message: `${name.text} is a word of the language of formulas`,
    expected: 'another name',
    got: name.text,
  })
  return false
}

/** Reports that a name has two meanings. */
export function reportDuplicateName(name: Source, other: string, problems: Problems): void {
  problems.error(name.spot, {
    code: 'domain.name-twice',
    message: `${quote(name.text)} is already ${other}`,
    expected: 'every name once in a domain',
    got: name.text,
  })
}

function listed(
  type: Source,
  names: readonly Source[],
  seen: Map<string, string>,
  problems: Problems,
): string[] {
  if (names.length === 0) {
    problems.error(type.spot, {
      code: 'domain.empty-type',
      message: `the type ${type.text} has no objects`,
      expected: 'at least one object',
      got: 'an empty list',
    })
  }
  return names.flatMap((name) => {
    const other = seen.get(name.text)
    if (other !== undefined) reportDuplicateName(name, `an object of ${other}`, problems)
    if (other !== undefined || !checkNotReserved(name, problems)) return []
    seen.set(name.text, type.text)
    return [name.text]
  })
}

/** Resolves unions once everything they refer to is known; any left over are circular. */
function resolve(unions: Map<string, Source>, types: Map<string, Sort>, problems: Problems): void {
  const broken = new Set<string>()
  for (let progress = true; progress;) {
    progress = false
    for (const [name, source] of unions) {
      if (names(source, unions.keys())) continue
      unions.delete(name)
      progress = true
      // report a problem with a type once, not again for each union that includes it
      const sort = names(source, broken) ? undefined : sortFrom(source, types, problems)
      if (sort?.kind === 'objects') types.set(name, sort)
      else broken.add(name)
      if (sort !== undefined && sort.kind !== 'objects') notObjects(name, source, problems)
    }
  }
  for (const [name, source] of unions) {
    problems.error(source.spot, {
      code: 'domain.type-circle',
      message: `the type ${name} is made of itself`,
      expected: 'unions that end in lists of objects',
      got: quote(source.text),
    })
  }
}

const names = ({ text }: Source, types: Iterable<string>): boolean =>
  [...types].some((type) => new RegExp(`\\b${type}\\b`).test(text))

function notObjects(name: string, source: Source, problems: Problems): void {
  problems.error(source.spot, {
    code: 'domain.type-union',
    message: `the type ${name} is not made of types`,
    expected: 'names of types with | between',
    got: quote(source.text),
    hint: 'numbers and bool stand where they are used: is: 0..5',
  })
}
