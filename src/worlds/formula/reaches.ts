import { BOOL, factName, isWithin, UNKNOWN, valuesOf, type Sort, type Value } from '../value.js'
import { DATA_LIMITS } from '../limits.js'
import type { Expr } from '../syntax/ast.js'
import { describeSort } from './range.js'
import type { Scope } from './scope.js'
import type { Env, Term } from './term.js'

type Call = Expr & { readonly kind: 'name' }

/** Whether this is `reaches(door, ?a, ?b)`, in a world that has no such fact of its own. */
export function isReaches({ name, args }: Call, { vocabulary }: Scope): boolean {
  const { variables, definitions, broken } = vocabulary
  return (
    name === 'reaches' &&
    args !== undefined &&
    !variables.has(name) &&
    !definitions.has(name) &&
    !broken.has(name)
  )
}

/**
 * Compiles `reaches(open_between, ?from, ?to)`: whether a way of any length leads from one object to the other, each
 * step of which is so (the reflexive transitive closure of the relation).
 */
export function reaches(expr: Call, ends: readonly (Term | undefined)[], scope: Scope): Term | undefined {
  const [relation] = expr.args ?? []
  const edge =
    relation?.kind === 'name' && relation.args === undefined ? relationOf(relation, scope) : undefined
  if (edge === undefined || ends.length !== 2) {
    scope.error(expr, {
      code: 'domain.reaches',
      message: 'reaches takes a relation between two objects of one type, and two such objects',
      expected: 'reaches(connected, ?from, ?to), where connected(place, place) is true or false',
      got: scope.text(expr),
    })
    return undefined
  }
  const [first, last] = ends
  if (first === undefined || last === undefined) return undefined
  const odd = [first, last].findIndex(({ sort }) => !isWithin(sort, edge.sort))
  const at = expr.args?.[odd + 1]
  if (odd !== -1 && at !== undefined) {
    scope.error(at, {
      code: 'domain.argument-type',
      message: `${scope.text(at)} is no end of this relation`,
      expected: describeSort(edge.sort, scope.vocabulary.types),
      got: scope.text(at),
    })
    return undefined
  }
  const cost = first.cost + last.cost + edge.cost
  if (cost <= DATA_LIMITS.cost) {
    return { sort: BOOL, cost, varies: true, run: (env) => search(edge, first.run(env), last.run(env), env) }
  }
  scope.error(expr, {
    code: 'domain.formula-too-costly',
    message: 'the formula would have to look at too many values',
    expected: `at most ${DATA_LIMITS.cost}`,
    got: String(cost),
  })
  return undefined
}

interface Edge {
  readonly sort: Sort
  readonly cost: number
  readonly holds: (env: Env, from: Value, to: Value) => Value
}

function relationOf({ name }: Call, { vocabulary }: Scope): Edge | undefined {
  const variable = vocabulary.variables.get(name)
  const definition = variable === undefined ? vocabulary.definition(name, () => undefined) : undefined
  const [sort, other, ...more] = variable?.parameters ?? definition?.parameters ?? []
  const is = variable?.sort ?? definition?.body.sort
  if (sort === undefined || other === undefined || more.length > 0 || is?.kind !== 'bool') return undefined
  if (!isWithin(sort, other) || !isWithin(other, sort)) return undefined
  const size = valuesOf(sort).length ** 2
  if (definition !== undefined) {
    const { body } = definition
    return { sort, cost: size * body.cost, holds: (env, from, to) => body.run({ ...env, bound: [from, to] }) }
  }
  const holds: Edge['holds'] = (env, from, to) => {
    const fact = factName(name, [from, to])
    const value = (variable?.constants ?? env.state).get(fact) ?? false
    env.reads?.set(fact, value)
    return value
  }
  return { sort, cost: size, holds }
}

/** By steps that are so, it is; by none even if all that is unknown were so, it is not. */
function search({ sort, holds }: Edge, from: Value, to: Value, env: Env): Value {
  if (from === UNKNOWN || to === UNKNOWN) return UNKNOWN
  const all = valuesOf(sort)
  let doubtful = false
  for (const most of [false, true]) {
    const known = new Set<Value>([from])
    for (const place of known) {
      for (const next of all) {
        if (known.has(next)) continue
        const step = holds(env, place, next)
        doubtful ||= step === UNKNOWN
        if (step === true || (most && step === UNKNOWN)) known.add(next)
      }
    }
    if (known.has(to)) return most ? UNKNOWN : true
    if (!doubtful) return false
  }
  return false
}
