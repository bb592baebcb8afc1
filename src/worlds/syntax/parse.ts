import type { Problems, Source } from '../problems.js'
import type { Bound, CompareOp, Expr, RangeExpr, SetExpr } from './ast.js'
import { RESERVED } from './lex.js'
import { readRange } from './parse-range.js'
import { TokenReader } from './reader.js'

/** Parses a formula such as `at = location(?item) and free_hand`; undefined, with the problem reported, if invalid. */
export const parseFormula = (source: Source, problems: Problems): Expr | undefined =>
  TokenReader.parse(source, problems, readFormula, 'formula')

/** Reads a formula. Precedence from low to high: `implies`, `or`, `and`, `not`, comparisons, `+ -`, `*`. */
export function readFormula(reader: TokenReader): Expr {
  return reader.deeper(() => {
    const left = readOr(reader)
    if (!reader.skip('implies')) return left
    const right = readFormula(reader)
    return { kind: 'implies', left, right, start: left.start, end: right.end }
  })
}

/** Reads `?i in item`. */
export function readBound(reader: TokenReader): Bound {
  const { kind, text, start, end } = reader.token
  if (kind !== 'variable') reader.fail('a name with a ?, such as ?i')
  reader.take()
  reader.expect('in', 'and the type or set that it runs through')
  return { name: text, nameAt: { start, end }, set: readSet(reader) }
}

/** Reads a name with its arguments, if any: `location(?item)`. */
export function readName(reader: TokenReader): Expr & { readonly kind: 'name' } {
  const { kind, text, start, end } = reader.token
  if (kind !== 'name' || RESERVED.has(text)) reader.fail('a name', reservedAdvice(text))
  reader.take()
  if (!reader.skip('(')) return { kind: 'name', name: text, args: undefined, start, end }
  const args: Expr[] = []
  do args.push(reader.deeper(() => readSum(reader)))
  while (reader.skip(','))
  reader.expect(')', 'after the arguments')
  return { kind: 'name', name: text, args, start, end: reader.lastEnd }
}

const readOr = (reader: TokenReader): Expr => chain(reader, 'or', readAnd)
const readAnd = (reader: TokenReader): Expr => chain(reader, 'and', readNot)

function chain(reader: TokenReader, kind: 'and' | 'or', read: (reader: TokenReader) => Expr): Expr {
  const first = read(reader)
  const parts = [first]
  while (reader.skip(kind)) parts.push(read(reader))
  return parts.length === 1 ? first : { kind, parts, start: first.start, end: reader.lastEnd }
}

function readNot(reader: TokenReader): Expr {
  const { start } = reader.token
  if (!reader.skip('not')) return readComparison(reader)
  const of = reader.deeper(() => readNot(reader))
  return { kind: 'not', of, start, end: of.end }
}

function readComparison(reader: TokenReader): Expr {
  const left = readSum(reader)
  const { start } = left
  const op = COMPARE.find((sign) => reader.isAt(sign))
  if (op !== undefined) {
    reader.take()
    const right = readSum(reader)
    return { kind: 'compare', op, left, right, start, end: right.end }
  }
  const negated = reader.isAt('not') && reader.next.text === 'in'
  if (negated) reader.take()
  if (!reader.skip('in')) return left
  const set = readSet(reader)
  return { kind: 'in', of: left, set, negated, start, end: set.end }
}

const COMPARE: readonly CompareOp[] = ['=', '!=', '<=', '>=', '<', '>']

const readSum = (reader: TokenReader): Expr => arithmetic(reader, ['+', '-'], readProduct)
const readProduct = (reader: TokenReader): Expr => arithmetic(reader, ['*'], readPrimary)

/** Reads operands joined by operators of one strength, from the left. */
function arithmetic(
  reader: TokenReader,
  operators: readonly ('+' | '-' | '*')[],
  operand: (reader: TokenReader) => Expr,
): Expr {
  let left = operand(reader)
  for (;;) {
    const op = operators.find((sign) => reader.isAt(sign))
    if (op === undefined) return left
    reader.take()
    const right = operand(reader)
    left = { kind: 'sum', op, left, right, start: left.start, end: right.end }
  }
}

function readPrimary(reader: TokenReader): Expr {
  const { kind, text, start, end } = reader.token
  switch (kind) {
    case 'number':
      reader.take()
      return { kind: 'literal', value: Number(text), start, end }
    case 'variable':
      reader.take()
      return { kind: 'variable', name: text, start, end }
    case 'name':
      return readWord(reader)
    case 'sign': {
      if (!reader.skip('(')) return reader.fail(VALUE)
      const inside = readFormula(reader)
      reader.expect(')', 'to close the bracket')
      return { ...inside, start, end: reader.lastEnd }
    }
    case 'end':
      return reader.fail(VALUE)
  }
}

function readWord(reader: TokenReader): Expr {
  const { text, start, end } = reader.token
  switch (text) {
    case 'true':
    case 'false':
      reader.take()
      return { kind: 'literal', value: text === 'true', start, end }
    case 'none':
      reader.take()
      return { kind: 'name', name: text, args: undefined, start, end }
    case 'was':
      return bracketed(reader, 'was', (of) => ({ kind: 'was', of, start, end: reader.lastEnd }))
    case 'forall':
    case 'exists':
    case 'count':
      return readQuantifier(reader, text)
    case 'sum':
    case 'min':
    case 'max':
      // no keywords: a world may have a fact of this name, which no name with a ? can follow
      return reader.next.kind === 'variable' ? readQuantifier(reader, text) : readName(reader)
    default:
      return readName(reader)
  }
}

function readQuantifier(reader: TokenReader, word: (Expr & { readonly kind: 'quantifier' })['word']): Expr {
  const { start } = reader.token
  reader.take()
  const bound = readBound(reader)
  if (!reader.isAt('(')) reader.fail('( and a condition on each')
  const body = readPrimary(reader)
  return { kind: 'quantifier', word, bound, body, start, end: reader.lastEnd }
}

function bracketed(reader: TokenReader, word: string, make: (inside: Expr) => Expr): Expr {
  reader.take()
  reader.expect('(', `after ${word}`)
  const inside = readFormula(reader)
  reader.expect(')', 'to close the bracket')
  return make(inside)
}

function readSet(reader: TokenReader): SetExpr {
  const { start } = reader.token
  if (!reader.skip('{')) {
    const range: RangeExpr = readRange(reader)
    return { kind: 'range', range, start, end: range.end }
  }
  const members: Expr[] = []
  do members.push(readSum(reader))
  while (reader.skip(','))
  reader.expect('}', 'after the last member')
  return { kind: 'members', members, start, end: reader.lastEnd }
}

const VALUE = 'a value: an object, ?port, state variable, number, true or false'

const reservedAdvice = (text: string): string | undefined =>
  RESERVED.has(text)
    ? `${text} is a word of the language; \`not\` and quantifiers may need brackets`
    : undefined
