import { compile } from '../formula/compile.js'
import { factOf } from '../formula/named.js'
import type { Scope } from '../formula/scope.js'
import { listNames } from '../problems.js'
import type { Observed } from '../run/skill.js'
import type { Expr } from '../syntax/ast.js'

/** Compiles a fact that a skill observes; undefined if it is none, which has been reported. */
export function compileObserved(expr: Expr, source: string, scope: Scope): Observed | undefined {
  const { variables, broken } = scope.vocabulary
  const variable = expr.kind === 'name' ? variables.get(expr.name) : undefined
  if (expr.kind !== 'name' || variable === undefined || variable.constants !== undefined) {
    if (expr.kind === 'name' && broken.has(expr.name)) return undefined
    const state = [...variables.values()].filter(({ constants }) => constants === undefined)
    scope.error(expr, {
      code: 'domain.not-observable',
      message: `${scope.text(expr)} is no fact that can be observed`,
      expected: `a state variable: ${listNames(state.map(({ name }) => name))}`,
      got: scope.text(expr),
    })
    return undefined
  }
  const terms = (expr.args ?? []).map((arg) => compile(arg, scope))
  const fact = factOf(variable, expr, terms, scope)
  return fact && { source, variable, fact: fact.name, args: (expr.args ?? []).map(argument) }
}

function argument(arg: Expr): Observed['args'][number] {
  if (arg.kind === 'variable') return { port: arg.name }
  return arg.kind === 'name' && arg.args === undefined ? { object: arg.name } : undefined
}
