import type { Bound, RangeExpr, Span } from '../syntax/ast.js'
import { readBound, readName } from '../syntax/parse.js'
import { readRange } from '../syntax/parse-range.js'
import { TokenReader } from '../syntax/reader.js'
import type { Problems, Source } from '../problems.js'

/** The name of a declaration and its parameters: `location(item)`. */
export interface Header<P> {
  readonly name: string
  readonly parameters: readonly P[]
}

export const variableHeader = (key: Source, problems: Problems): Header<RangeExpr> | undefined =>
  header(key, problems, readRange)

/** Parses the header of a definition: `within_reach(?x in item)`. */
export const definitionHeader = (key: Source, problems: Problems): Header<Bound> | undefined =>
  header(key, problems, readBound)

/** Parses `?p in part` on its own. */
export const parseBound = (source: Source, problems: Problems): Bound | undefined =>
  TokenReader.parse(source, problems, readBound, 'name and its type')

function header<P extends Span | Bound>(
  key: Source,
  problems: Problems,
  parameter: (reader: TokenReader) => P,
): Header<P> | undefined {
  return TokenReader.parse(
    key,
    problems,
    (reader) => {
      if (reader.next.text !== '(') return { name: readName(reader).name, parameters: [] }
      const { text: name } = reader.take()
      reader.expect('(', 'and what it takes')
      const parameters: P[] = []
      do parameters.push(parameter(reader))
      while (reader.skip(','))
      reader.expect(')', 'after the last')
      return { name, parameters }
    },
    'name',
  )
}
