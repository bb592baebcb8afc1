import { parseScript } from '#bt/script/parse.js'
import { variablesOf } from '#bt/script/variables.js'
import { Int } from '#bt/value/value.js'
import type { Expression } from '#bt/script/ast.js'
import type { Notes } from '#twin/plan/plan-node.js'
import { writing, type Draft, type Place } from './draft.js'

/** The writes of a script. A plain `key := 'text'` or `key := 3` is known before the run, nothing else is. */
export function scriptWrites(at: Place, code: string, draft: Draft): Notes {
  const parsed = parseScript(code)
  if (!parsed.ok) return []
  const { statements } = parsed.value
  const plain = statements.map(plainWrite)
  if (plain.every((write) => write !== undefined)) {
    return plain.flatMap(([key, value]) => writing(at, key, { writer: 'script', value, draft }))
  }
  return [...variablesOf(parsed.value).writes].flatMap((key) =>
    writing(at, key, { writer: 'script', value: null, draft }),
  )
}

function plainWrite(statement: Expression): readonly [key: string, value: string | null] | undefined {
  if (statement.kind !== 'assignment' || statement.target.kind !== 'variable') return undefined
  if (statement.operator !== ':=' && statement.operator !== '=') return undefined
  if (statement.value.kind !== 'literal') return undefined
  const { value } = statement.value
  const known = typeof value === 'string' ? value : value instanceof Int ? `${statement.value.text}` : null
  // a hexadecimal or very long number does not read back as written
  const plain = known !== null && (typeof value === 'string' || /^(0|[1-9]\d{0,8})$/.test(known))
  return [statement.target.name, plain ? known : null]
}
