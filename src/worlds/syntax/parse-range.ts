import { DATA_LIMITS } from '../limits.js'
import type { Problems, Source } from '../problems.js'
import type { RangeExpr, RangePart } from './ast.js'
import { RESERVED } from './lex.js'
import { TokenReader } from './reader.js'

/** Parses the range of a state variable or port: `place | none`, `0..5` or `bool`. */
export const parseRange = (source: Source, problems: Problems): RangeExpr | undefined =>
  TokenReader.parse(source, problems, readRange, 'range')

export function readRange(reader: TokenReader): RangeExpr {
  const { start } = reader.token
  const parts: RangePart[] = []
  do parts.push(readPart(reader))
  while (reader.skip('|'))
  return { parts, start, end: reader.lastEnd }
}

function readPart(reader: TokenReader): RangePart {
  const { kind, text, start, end } = reader.token
  if (kind === 'name') {
    reader.take()
    return { kind: 'name', name: text, start, end }
  }
  const min = readNumber(reader)
  reader.expect('..', 'and the largest number')
  const max = readNumber(reader)
  const unit =
    reader.token.kind === 'name' && !RESERVED.has(reader.token.text) ? reader.take().text : undefined
  return { kind: 'numbers', min, max, ...(unit === undefined ? {} : { unit }), start, end: reader.lastEnd }
}

function readNumber(reader: TokenReader): number {
  const sign = reader.skip('-') ? -1 : 1
  const { kind, text } = reader.token
  if (kind !== 'number') reader.fail('a type, such as item | none, or numbers, such as 0..5')
  const value = Number(text)
  if (value > DATA_LIMITS.number) reader.fail(`a number up to ${DATA_LIMITS.number}`)
  reader.take()
  return sign * value
}
