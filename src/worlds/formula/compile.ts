import { DATA_LIMITS } from '../limits.js'
import {
  BOOL,
  overlaps,
  numbers,
  objects,
  sizeOf,
  UNKNOWN,
  valuesOf,
  type Sort,
  type Value,
} from '../value.js'
import type { Expr, SetExpr, Span } from '../syntax/ast.js'
import { aggregate, aggregateSort } from './aggregate.js'
import { countTrue, decide } from './kleene.js'
import { comparison, sum } from './compare.js'
import { named } from './named.js'
import { isReaches, reaches } from './reaches.js'
import { notNone } from './narrow.js'
import { describeSort, sortOf } from './range.js'
import type { Scope } from './scope.js'
import { withBinding, combine, type Env, type Term } from './term.js'

/**
 * Checks an expression against the declarations and compiles it.
 * @returns undefined if it has problems; all of them have been reported
 */
export function compile(expr: Expr, scope: Scope): Term | undefined {
  switch (expr.kind) {
    case 'literal':
      return literal(expr.value, expr, scope)
    case 'variable':
      return variable(expr.name, expr, scope)
    case 'name':
      if (isReaches(expr, scope)) {
        const ends = expr.args?.slice(1).map((arg) => compile(arg, scope)) ?? []
        return reaches(expr, ends, scope)
      }
      return named(
        expr,
        expr.args?.map((arg) => compile(arg, scope)),
        scope,
      )
    case 'not':
      return compileNot(expr.of, scope)
    case 'and':
    case 'or':
      return connected(expr.kind, expr.parts, scope)
    case 'implies':
      return implies(expr.left, expr.right, scope)
    case 'compare':
      return comparison(expr, compile(expr.left, scope), compile(expr.right, scope), scope)
    case 'sum':
      return sum(expr, compile(expr.left, scope), compile(expr.right, scope), scope)
    case 'in':
      return membership(expr, scope)
    case 'quantifier':
      return quantified(expr, scope)
    case 'was':
      return past(expr.of, expr, scope)
  }
}

/** Compiles an expression that must be boolean. */
export function compileTest(expr: Expr, scope: Scope): Term | undefined {
  const term = compile(expr, scope)
  if (term === undefined || term.sort.kind === 'bool') return term
  scope.error(expr, {
    code: 'domain.not-a-formula',
    message: `${scope.text(expr)} is a value, where something true or false must stand`,
    expected: 'a formula',
    got: describeSort(term.sort, scope.vocabulary.types),
    hint: `compare it: ${scope.text(expr)} = …`,
  })
  return undefined
}

const isObject = (member: Expr, { sort }: Term): boolean =>
  member.kind === 'name' && sort.kind === 'objects' && sort.of.size === 1

/** Compiles the set that a bound name ranges over. */
export function compileSet(set: SetExpr, scope: Scope): Sort | undefined {
  if (set.kind === 'range') return sortOf(set.range, scope.vocabulary.types, (at, f) => scope.error(at, f))
  const members = set.members.map((member) => {
    const term = compile(member, scope)
    if (term === undefined || isObject(member, term)) return term
    scope.error(member, {
      code: 'domain.set-member',
      message: 'a set that a name runs through lists objects',
      expected: 'objects',
      got: scope.text(member),
    })
    return undefined
  })
  if (members.includes(undefined)) return undefined
  return objects(members.flatMap((term) => (term?.sort.kind === 'objects' ? [...term.sort.of] : [])))
}

function literal(value: boolean | number, at: Span, scope: Scope): Term | undefined {
  if (typeof value === 'boolean') return { sort: BOOL, cost: 1, varies: false, run: () => value }
  if (value <= DATA_LIMITS.number) {
    return { sort: numbers(value, value), cost: 1, varies: false, run: () => value }
  }
  scope.error(at, {
    code: 'domain.number-range',
    message: 'the number is too large',
    expected: `at most ${DATA_LIMITS.number}`,
    got: scope.text(at),
  })
  return undefined
}

function variable(name: string, at: Span, scope: Scope): Term | undefined {
  const found = scope.find(name, at)
  if (found?.sort === undefined) return undefined
  const { slot, sort } = found
  return { sort, cost: 1, varies: true, run: ({ bound }) => bound[slot] as Value }
}

function compileNot(of: Expr, scope: Scope): Term | undefined {
  const term = compileTest(of, scope)
  if (term === undefined) return undefined
  const run = (env: Env): Value => {
    const value = term.run(env)
    return value === UNKNOWN ? value : value !== true
  }
  return { ...term, run }
}

function connected(kind: 'and' | 'or', exprs: readonly Expr[], scope: Scope): Term | undefined {
  let here = scope
  const parts = exprs.flatMap((part) => {
    const term = compileTest(part, here)
    // short-circuit: a part is evaluated only if the earlier ones have not decided the result
    here = here.without(notNone(part, kind === 'and'))
    return term === undefined ? [] : [term]
  })
  if (parts.length < exprs.length) return undefined
  const run = (env: Env): Value => decide(parts, kind === 'or', (part) => part.run(env))
  return { sort: BOOL, ...combine(parts), run }
}

function implies(left: Expr, right: Expr, scope: Scope): Term | undefined {
  const [a, b] = [compileTest(left, scope), compileTest(right, scope.without(notNone(left, true)))]
  if (a === undefined || b === undefined) return undefined
  const run = (env: Env): Value => {
    const first = a.run(env)
    if (first === false) return true
    const second = b.run(env)
    return second === true || first === true ? second : UNKNOWN
  }
  return { sort: BOOL, ...combine([a, b]), run }
}

function membership(expr: Expr & { readonly kind: 'in' }, scope: Scope): Term | undefined {
  const of = compile(expr.of, scope)
  const found = inSet(expr.set, of, scope)
  if (of === undefined || found === undefined) return undefined
  const { terms, has } = found
  const wanted = !expr.negated
  const run = (env: Env): Value => {
    const value = of.run(env)
    const inside = value === UNKNOWN ? value : has(value, env)
    return inside === UNKNOWN ? inside : inside === wanted
  }
  return { sort: BOOL, ...combine([of, ...terms]), run }
}

interface Members {
  readonly terms: readonly Term[]
  readonly has: (value: Value, env: Env) => Value
}

function inSet(set: SetExpr, of: Term | undefined, scope: Scope): Members | undefined {
  const { types } = scope.vocabulary
  const meets = (sort: Sort, at: Span): boolean => {
    if (of === undefined || overlaps(of.sort, sort)) return true
    scope.error(at, {
      code: 'domain.never-equal',
      message: `${scope.text(at)} can never equal the left-hand side`,
      expected: describeSort(of.sort, types),
      got: describeSort(sort, types),
    })
    return false
  }
  if (set.kind === 'range') {
    const sort = compileSet(set, scope)
    if (sort === undefined || !meets(sort, set)) return undefined
    const values = sort.kind === 'number' ? undefined : new Set(valuesOf(sort))
    const inside = (value: Value): boolean =>
      sort.kind === 'number'
        ? Number(value) >= sort.min && Number(value) <= sort.max
        : values?.has(value) === true
    return { terms: [], has: inside }
  }
  const terms = set.members.map((member) => {
    const term = compile(member, scope)
    return term !== undefined && meets(term.sort, member) ? term : undefined
  })
  const good = terms.filter((term) => term !== undefined)
  if (good.length < terms.length) return undefined
  const has = (value: Value, env: Env): Value =>
    decide(good, true, (term) => {
      const member = term.run(env)
      return member === UNKNOWN ? member : member === value
    })
  return { terms: good, has }
}

function quantified(expr: Expr & { readonly kind: 'quantifier' }, scope: Scope): Term | undefined {
  const { word, bound, body } = expr
  const sort = compileSet(bound.set, scope)
  if (!scope.isNew(bound)) return undefined
  const slot = scope.size
  const within = scope.with(bound.name, sort)
  const inside = isExtreme(word) || word === 'sum' ? numberIn(body, within) : compileTest(body, within)
  if (sort === undefined || inside === undefined) return undefined
  const cost = 1 + sizeOf(sort) * inside.cost
  if (cost > DATA_LIMITS.cost) {
    scope.error(bound.nameAt, {
      code: 'domain.formula-too-costly',
      message: 'the formula would have to look at too many values',
      expected: `at most ${DATA_LIMITS.cost}`,
      got: String(cost),
      hint: 'run through a smaller type, or nest fewer quantifiers',
    })
    return undefined
  }
  const values = valuesOf(sort)
  const { varies } = inside
  if (word === 'sum' || isExtreme(word)) {
    const run = (env: Env): Value =>
      aggregate(word, values, (value) => inside.run(withBinding(env, slot, value)))
    return { sort: aggregateSort(word, inside.sort, values.length), cost, varies, run }
  }
  if (word === 'count') {
    const run = (env: Env): Value => countTrue(values, (value) => inside.run(withBinding(env, slot, value)))
    return { sort: numbers(0, values.length), cost, varies, run }
  }
  const run = (env: Env): Value =>
    decide(values, word === 'exists', (value) => inside.run(withBinding(env, slot, value)))
  return { sort: BOOL, cost, varies, run }
}

const isExtreme = (word: string): word is 'min' | 'max' => word === 'min' || word === 'max'

/** Compiles what a sum runs over: it must be a number. */
function numberIn(body: Expr, scope: Scope): Term | undefined {
  const term = compile(body, scope)
  if (term === undefined || term.sort.kind === 'number') return term
  scope.error(body, {
    code: 'domain.not-a-number',
    message: 'only numbers have a sum, a least and a greatest',
    expected: 'a number for each',
    got: describeSort(term.sort, scope.vocabulary.types),
  })
  return undefined
}

function past(of: Expr, at: Span, scope: Scope): Term | undefined {
  if (!scope.after) {
    scope.error(at, {
      code: 'domain.was-here',
      message: 'was(…) speaks of the time before a command, which is only over in expected:',
      expected: 'was only in expected:, and not inside another',
      got: scope.text(at),
    })
    return undefined
  }
  const term = compile(of, scope.past())
  if (term === undefined) return undefined
  return { ...term, run: (env) => term.run({ ...env, state: env.before }) }
}
