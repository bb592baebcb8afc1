import { NONE } from '../value.js'
import type { Expr } from '../syntax/ast.js'

/**
 * Returns the ports and bound names that cannot be none if the expression is known to be true (or false): after
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
      return name?.kind === 'variable' ? [name.name] : []
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

const isNone = (expr: Expr): boolean => expr.kind === 'name' && expr.name === NONE
