import { NONE } from '../value.js'
import type { Expr } from '../syntax/ast.js'

/**
 * Returns the ports, bound names and facts that cannot be none if the expression is known to be true (or false): after
 * `?part = none or`, `?part != none and`, `?part != none implies`.
 */
export function notNone(expr: Expr, truth: boolean): readonly string[] {
  switch (expr.kind) {
    case 'not':
      return notNone(expr.of, !truth)
    case 'and':
      return truth ? expr.parts.flatMap((part) => notNone(part, true)) : []
    case 'or':
      return truth ? [] : expr.parts.flatMap((part) => notNone(part, false))
    case 'compare': {
      if (expr.op !== (truth ? '!=' : '=')) return []
      const name = isNone(expr.right) ? expr.left : isNone(expr.left) ? expr.right : undefined
      if (name?.kind === 'variable') return [name.name]
      const key = name?.kind === 'name' ? factKey(name) : undefined
      return key === undefined ? [] : [key]
    }
    case 'literal':
    case 'name':
    case 'variable':
    case 'was':
    case 'implies':
    case 'sum':
    case 'in':
    case 'quantifier':
      return []
  }
}

/**
 * A fact as text, equal for equal facts: `location(?item)`. Undefined if something is in its brackets other than
 * objects, names with a `?` and facts. No port has such a name, for it ends in a bracket.
 */
export function factKey(expr: Expr & { readonly kind: 'name' }): string | undefined {
  const args = (expr.args ?? []).map((arg) =>
    arg.kind === 'variable' ? `?${arg.name}` : arg.kind === 'name' ? factKey(arg) : undefined,
  )
  return args.includes(undefined) ? undefined : `${expr.name}(${args.join()})`
}

const isNone = (expr: Expr): boolean => expr.kind === 'name' && expr.name === NONE
