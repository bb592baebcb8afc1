import { didYouMean } from '#base/diagnostic.js'
import {
  hint,
  suggestion,
  quote,
  listNames,
  spotAt,
  type Finding,
  type Problems,
  type Source,
} from '../problems.js'
import { BOOL, NONE, numbers, objects, type Sort } from '../value.js'
import type { RangeExpr, RangePart, Span } from '../syntax/ast.js'
import { parseRange } from '../syntax/parse-range.js'

/** Parses a range; undefined if the text is not one, which is then reported. */
export function sortFrom(
  source: Source,
  types: ReadonlyMap<string, Sort>,
  problems: Problems,
): Sort | undefined {
  const range = parseRange(source, problems)
  return range === undefined
    ? undefined
    : sortOf(range, types, (at, finding) => problems.error(spotAt(source, at.start), finding))
}

/** Resolves a range to its values: names of types, `none`, `bool`, or numbers. */
export function sortOf(
  range: RangeExpr,
  types: ReadonlyMap<string, Sort>,
  error: (at: Span, finding: Finding) => void,
): Sort | undefined {
  const sorts = range.parts.map((part) => partSort(part, types, error))
  const [first] = sorts
  if (first === undefined || sorts.includes(undefined)) return undefined
  if (sorts.length === 1) return first
  const names = sorts.flatMap((sort) => (sort?.kind === 'objects' ? [...sort.of] : []))
  const odd = range.parts.find((_, index) => sorts[index]?.kind !== 'objects')
  if (odd === undefined) return objects(names)
  error(odd, {
    code: 'domain.range-mixed',
    message: 'only types and none can be joined by |',
    expected: 'names of types',
    got: odd.kind === 'name' ? odd.name : `${odd.min}..${odd.max}`,
  })
  return undefined
}

function partSort(
  part: RangePart,
  types: ReadonlyMap<string, Sort>,
  error: (at: Span, finding: Finding) => void,
): Sort | undefined {
  if (part.kind === 'numbers') {
    if (part.min <= part.max) return numbers(part.min, part.max, part.unit)
    error(part, {
      code: 'domain.range-empty',
      message: 'the range has no number in it',
      expected: 'the smaller number first',
      got: `${part.min}..${part.max}`,
    })
    return undefined
  }
  if (part.name === 'bool') return BOOL
  if (part.name === NONE) return objects([NONE])
  const sort = types.get(part.name)
  if (sort !== undefined) return sort
  const known = [...types.keys()]
  error(part, {
    code: 'domain.unknown-type',
    message: `there is no type ${quote(part.name)}`,
    expected: listNames([...known, 'bool', 'none', 'numbers such as 0..5']),
    got: part.name.slice(0, 60),
    ...hint(suggestion(didYouMean(part.name, [...known, 'bool', NONE]))),
  })
  return undefined
}

/** Formats a sort for messages: by its type name if it has one. */
export function describeSort(sort: Sort, types: ReadonlyMap<string, Sort>): string {
  switch (sort.kind) {
    case 'bool':
      return 'true or false'
    case 'number':
      return `${sort.min === sort.max ? sort.min : `a number from ${sort.min} to ${sort.max}`}${
        sort.unit === undefined ? '' : ` ${sort.unit}`
      }`
    case 'objects': {
      const rest = new Set(sort.of)
      const canBeNone = rest.delete(NONE)
      const name = [...types].find(([, type]) => type.kind === 'objects' && same(type.of, rest))?.[0]
      const words = name === undefined ? [...rest] : [`${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`]
      return listNames(canBeNone ? [...words, NONE] : words, 8).replace(/, ([^,]*)$/, ' or $1')
    }
  }
}

const same = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((name) => b.has(name))
