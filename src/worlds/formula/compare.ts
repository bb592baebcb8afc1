import type { CompareOp, Expr } from '../syntax/ast.js'
import { BOOL, overlaps, numbers, type Value } from '../value.js'
import { both } from './kleene.js'
import { describeSort } from './range.js'
import type { Scope } from './scope.js'
import { combine, type Env, type Term } from './term.js'

type Side = Term | undefined
type Sides = readonly [left: Side, right: Side]

/** Compiles `=` and `!=` between values that can be equal, and the other comparisons between numbers. */
export function comparison(
  expr: Expr & { readonly kind: 'compare' },
  left: Side,
  right: Side,
  scope: Scope,
): Term | undefined {
  const { op } = expr
  if (op !== '=' && op !== '!=') return ordered(expr, op, [left, right], scope)
  if (left === undefined || right === undefined) return undefined
  const { types } = scope.vocabulary
  if (!overlaps(left.sort, right.sort)) {
    scope.error(expr.right, {
      code: 'domain.never-equal',
      message: `${scope.text(expr.left)} and ${scope.text(expr.right)} can never be equal`,
      expected: describeSort(left.sort, types),
      got: describeSort(right.sort, types),
    })
    return undefined
  }
  const equal = op === '='
  const run = (env: Env): Value => both(left.run(env), right.run(env), (a, b) => (a === b) === equal)
  return { sort: BOOL, ...combine([left, right]), run }
}

/** Compiles a sum or difference of two numbers. */
export function sum(
  expr: Expr & { readonly kind: 'sum' },
  left: Side,
  right: Side,
  scope: Scope,
): Term | undefined {
  const sides = twoNumbers(expr, [left, right], `joined by ${expr.op}`, scope)
  if (sides === undefined) return undefined
  const [a, b] = sides
  const plus = expr.op === '+'
  const sort = plus ? numbers(a.min + b.min, a.max + b.max) : numbers(a.min - b.max, a.max - b.min)
  const sign = plus ? 1 : -1
  const add = (x: Value, y: Value): Value => Number(x) + sign * Number(y)
  return { sort, ...combine(sides), run: (env) => both(a.run(env), b.run(env), add) }
}

type Ordering = Exclude<CompareOp, '=' | '!='>

function ordered(
  expr: Expr & { readonly kind: 'compare' },
  op: Ordering,
  given: Sides,
  scope: Scope,
): Term | undefined {
  const sides = twoNumbers(expr, given, `compared by ${op}`, scope)
  if (sides === undefined) return undefined
  const [a, b] = sides
  const holds = ORDER[op]
  const compare = (x: Value, y: Value): Value => holds(Number(x), Number(y))
  return { sort: BOOL, ...combine(sides), run: (env) => both(a.run(env), b.run(env), compare) }
}

const ORDER: Readonly<Record<Ordering, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

type NumberTerm = Term & { readonly min: number; readonly max: number }

function twoNumbers(
  expr: Expr & { readonly kind: 'compare' | 'sum' },
  sides: Sides,
  what: string,
  scope: Scope,
): readonly [NumberTerm, NumberTerm] | undefined {
  const [a, b] = sides.map((term, index) => {
    if (term === undefined) return undefined
    if (term.sort.kind === 'number') return { ...term, min: term.sort.min, max: term.sort.max }
    scope.error(index === 0 ? expr.left : expr.right, {
      code: 'domain.not-a-number',
      message: `only numbers can be ${what}`,
      expected: 'a number',
      got: describeSort(term.sort, scope.vocabulary.types),
    })
    return undefined
  })
  return a === undefined || b === undefined ? undefined : [a, b]
}
