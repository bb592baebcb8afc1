import type { Problems, Source } from '../problems.js'
import type { EffectExpr } from './ast.js'
import { readBound, readFormula, readName } from './parse.js'
import { TokenReader } from './reader.js'

/**
 * Parses one line of an effect: `location(?item) := gripper`, `if open(?door) then …  else …`,
 * `forall ?i in item (…, …)`.
 */
export const parseEffect = (source: Source, problems: Problems): EffectExpr | undefined =>
  TokenReader.parse(source, problems, readEffect, 'effect')

function readEffect(reader: TokenReader): EffectExpr {
  return reader.deeper(() => {
    const { start } = reader.token
    if (reader.skip('if')) {
      const test = readFormula(reader)
      reader.expect('then', 'and what happens if so')
      const then = readEffect(reader)
      const otherwise = reader.skip('else') ? readEffect(reader) : undefined
      return { kind: 'if', test, then, otherwise, start, end: reader.lastEnd }
    }
    if (reader.skip('forall')) {
      const bound = readBound(reader)
      reader.expect('(', 'and what happens to each')
      const effects: EffectExpr[] = []
      do effects.push(readEffect(reader))
      while (reader.skip(','))
      reader.expect(')', 'after the last effect')
      return { kind: 'forall', bound, effects, start, end: reader.lastEnd }
    }
    const target = readName(reader)
    if (reader.isAt('='))
      reader.fail(':= and the new value', 'an effect sets a value with :=, a formula compares with =')
    reader.expect(':=', 'and the new value')
    const value = readFormula(reader)
    return { kind: 'assign', target, value, start, end: value.end }
  })
}
