import { RESERVED } from '../syntax/lex.js'
import { sortFrom } from '../formula/range.js'
import { DATA_LIMITS } from '../limits.js'
import { quote, type Problems, type Source } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import type { TypeShape } from '../shape/domain-shape.js'
import { objects, type Sort } from '../value.js'

export interface Types {
  readonly types: ReadonlyMap<string, Sort>
  readonly objects: ReadonlySet<string>
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
      if ('union' in value) return []
      const described = new Map((value.described ?? []).map((entry) => [entry.key.text, entry.value]))
      return value.objects.map(({ text: name }): [string, ObjectWords] => {
        const words = described.get(name)
        const also = words?.also.map(({ text }) => text) ?? []
        return [name, { type: key.text, text: words?.text?.text, also }]
      })
    }),
  )

/** Declares a domain's types and their objects; unions may refer to each other in any order, but not in a cycle. */
export function declareTypes(entries: readonly Entry<TypeShape>[], problems: Problems): Types {
  const seen = new Map<string, string>()
  const types = new Map<string, Sort>()
  const unions = new Map<string, Source>()
  for (const { key, value } of entries) {
    if (!checkNotReserved(key, problems)) continue
    if ('union' in value) unions.set(key.text, value.union)
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
  return { types, objects: new Set(seen.keys()) }
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
