import { didYouMean } from '#base/diagnostic.js'
import { DATA_LIMITS } from '../limits.js'
import { hint, suggestion, quote, listNames } from '../problems.js'
import { factName, isWithin, NONE, objects, UNKNOWN, type Sort, type Value } from '../value.js'
import type { Expr, Span } from '../syntax/ast.js'
import { builtIn, isBuiltIn } from './built-in.js'
import { factKey } from './narrow.js'
import { describeSort } from './range.js'
import type { Scope } from './scope.js'
import { combine, type Env, type Term } from './term.js'
import type { Variable } from './vocabulary.js'

type Name = Expr & { readonly kind: 'name' }

/**
 * Resolves a name: an object, or a state variable, constant or definition applied to its arguments.
 * @param args the compiled arguments; undefined for a name without brackets
 */
export function named(
  expr: Name,
  args: readonly (Term | undefined)[] | undefined,
  scope: Scope,
): Term | undefined {
  const { name } = expr
  const { vocabulary } = scope
  const variable = vocabulary.variables.get(name)
  if (variable !== undefined) return fact(variable, expr, args ?? [], scope)
  if (vocabulary.definitions.has(name)) return defined(expr, args ?? [], scope)
  if (vocabulary.broken.has(name)) return undefined
  if (name === NONE || vocabulary.objects.has(name)) return object(expr, scope)
  if (isBuiltIn(name) && args !== undefined) return builtIn(expr, name, args, scope)
  unknown(expr, scope)
  return undefined
}

/** Resolves a state variable or constant to a readable or settable fact: its name with the arguments filled in. */
export function factOf(
  variable: Variable,
  expr: Name,
  args: readonly (Term | undefined)[],
  scope: Scope,
): Fact | undefined {
  const terms = fitting(variable.parameters, expr, args, scope)
  if (terms === undefined) return undefined
  const { name } = variable
  if (terms.length === 0) return { terms, name: () => name }
  const named = (env: Env): string | undefined => {
    const values = terms.map((term) => term.run(env))
    return values.includes(UNKNOWN) ? undefined : factName(name, values)
  }
  return { terms, name: named }
}

interface Fact {
  readonly terms: readonly Term[]
  /** undefined while a value in its brackets is unknown */
  readonly name: (env: Env) => string | undefined
}

function fact(
  variable: Variable,
  expr: Name,
  args: readonly (Term | undefined)[],
  scope: Scope,
): Term | undefined {
  const found = factOf(variable, expr, args, scope)
  if (found === undefined) return undefined
  const { cost, varies } = combine(found.terms)
  const { sort, constants } = variable
  const guarded = scope.isPresent(factKey(expr)) ? { guarded: withoutNone(sort) } : {}
  const run = (env: Env): Value => {
    const key = found.name(env)
    if (key === undefined) return UNKNOWN
    // every fact of a declared variable has an initial value
    const value = (constants ?? env.state).get(key) as Value
    env.reads?.set(key, value)
    return value
  }
  return { sort, ...guarded, cost, varies: varies || constants === undefined, run }
}

const withoutNone = (sort: Sort): Sort =>
  sort.kind === 'objects' && sort.of.size > 1 ? objects([...sort.of].filter((name) => name !== NONE)) : sort

function defined(expr: Name, args: readonly (Term | undefined)[], scope: Scope): Term | undefined {
  const definition = scope.vocabulary.definition(expr.name, (circle) =>
    scope.error(expr, {
      code: 'domain.definition-circle',
      message: `${expr.name} is defined by itself`,
      expected: 'definitions that end in state variables',
      got: circle.join(' -> '),
    }),
  )
  if (definition === undefined) return undefined
  const terms = fitting(definition.parameters, expr, args, scope)
  if (terms === undefined) return undefined
  const { cost, varies } = combine([...terms, definition.body])
  if (cost > DATA_LIMITS.cost) {
    scope.error(expr, {
      code: 'domain.formula-too-costly',
      message: `${expr.name} makes the formula look at too many values`,
      expected: `at most ${DATA_LIMITS.cost}`,
      got: String(cost),
      hint: 'use fewer definitions inside definitions',
    })
    return undefined
  }
  const { sort, run } = definition.body
  return { sort, cost, varies, run: (env) => run({ ...env, bound: terms.map((term) => term.run(env)) }) }
}

function object(expr: Name, scope: Scope): Term | undefined {
  const { name, args } = expr
  if (args === undefined) return { sort: objects([name]), cost: 1, varies: false, run: () => name }
  scope.error(expr, {
    code: 'domain.arity',
    message: `${name} is an object and takes nothing in brackets`,
    expected: name,
    got: scope.text(expr),
  })
  return undefined
}

/** Returns the arguments if their number and sorts match the declaration. */
function fitting(
  parameters: readonly Sort[],
  expr: Name,
  args: readonly (Term | undefined)[],
  scope: Scope,
): readonly Term[] | undefined {
  const { types } = scope.vocabulary
  if (args.length !== parameters.length) {
    const wanted = parameters.map((sort) => describeSort(sort, types)).join(', ')
    scope.error(expr, {
      code: 'domain.arity',
      message: `${expr.name} takes ${count(parameters.length)}, not ${args.length}`,
      expected: parameters.length === 0 ? expr.name : `${expr.name}(${wanted})`,
      got: scope.text(expr),
    })
    return undefined
  }
  const good = args.filter(
    (term, index) =>
      term !== undefined && fits(term.guarded ?? term.sort, index, { parameters, expr, scope }),
  )
  return good.length === args.length ? (good as readonly Term[]) : undefined
}

interface Call {
  readonly parameters: readonly Sort[]
  readonly expr: Name
  readonly scope: Scope
}

function fits(sort: Sort, index: number, { parameters, expr, scope }: Call): boolean {
  const wanted = parameters[index] as Sort
  if (isWithin(sort, wanted)) return true
  const { types } = scope.vocabulary
  const at: Span = expr.args?.[index] ?? expr
  const unexpected = outside(sort, wanted)
  const problem = unexpected.length === 0 ? 'does not fit' : `may be ${listNames(unexpected, 6)}`
  scope.error(at, {
    code: 'domain.argument-type',
    message: `${scope.text(at)} ${problem} in ${expr.name}(…)`,
    expected: describeSort(wanted, types),
    got: describeSort(sort, types),
    ...hint(unexpected.length === 1 && unexpected[0] === NONE ? noneAdvice(at, expr, scope) : undefined),
  })
  return false
}

function outside(sort: Sort, wanted: Sort): readonly string[] {
  if (sort.kind !== 'objects' || wanted.kind !== 'objects') return []
  const odd = [...sort.of].filter((name) => !wanted.of.has(name))
  return odd.length === sort.of.size && odd.length > 1 ? [] : odd
}

const noneAdvice = (at: Span, expr: Name, scope: Scope): string =>
  `put a guard before it: ${scope.text(at)} != none and ${expr.name}(${scope.text(at)}) …`

function unknown(expr: Name, scope: Scope): void {
  const { objects: things, variables, definitions, types } = scope.vocabulary
  const { name, args } = expr
  const functions = [...variables.keys(), ...definitions]
  const known = args === undefined ? [...functions, ...things] : functions
  const advice = scope.has(name)
    ? `write ?${name}: it is a port`
    : types.has(name)
      ? `${name} is a type: write exists ?x in ${name} (…), or one of its objects`
      : suggestion(didYouMean(name, known))
  scope.error(expr, {
    code: 'domain.unknown-name',
    message: `nothing is called ${quote(name)}`,
    expected: args === undefined ? 'an object, state variable, constant or definition' : listNames(functions),
    got: scope.text(expr),
    ...hint(advice),
  })
}

const count = (n: number): string => (n === 1 ? '1 argument' : `${n} arguments`)
