import type { CompareOp, Expr, Span } from '../syntax/ast.js'
import { BOOL, overlaps, numbers, type Sort, type Value } from '../value.js'
import { indexed, indicesOf } from './built-in.js'
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
  if (!sameUnit(left.sort, right.sort, expr, scope)) return undefined
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
  const operation = ARITHMETIC[expr.op]
  const corners = [
    operation(a.min, b.min),
    operation(a.min, b.max),
    operation(a.max, b.min),
    operation(a.max, b.max),
  ]
  const sort = numbers(Math.min(...corners), Math.max(...corners), unitOf(expr.op, a, b))
  const apply = (x: Value, y: Value): Value => operation(Number(x), Number(y))
  return { sort, ...combine(sides), run: (env) => both(a.run(env), b.run(env), apply) }
}

const ARITHMETIC: Readonly<Record<'+' | '-' | '*', (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
}

/** A sum has the unit of its parts; a product of two units has one that nobody has named. */
const unitOf = (op: '+' | '-' | '*', a: NumberTerm, b: NumberTerm): string | undefined =>
  op === '*' && a.unit !== undefined && b.unit !== undefined ? undefined : (a.unit ?? b.unit)

type Ordering = Exclude<CompareOp, '=' | '!='>

function ordered(
  expr: Expr & { readonly kind: 'compare' },
  op: Ordering,
  given: Sides,
  scope: Scope,
): Term | undefined {
  const sides = twoNumbers(
    expr,
    [inOrder(given[0], scope), inOrder(given[1], scope)],
    `compared by ${op}`,
    scope,
  )
  if (sides === undefined) return undefined
  const [a, b] = sides
  const holds = ORDER[op]
  const compare = (x: Value, y: Value): Value => holds(Number(x), Number(y))
  return { sort: BOOL, ...combine(sides), run: (env) => both(a.run(env), b.run(env), compare) }
}

/** An object that has an order stands for its number. */
function inOrder(side: Side, scope: Scope): Side {
  const indices = side === undefined ? undefined : indicesOf(side, scope)
  if (side === undefined || indices === undefined) return side
  return { ...side, sort: numbers(0, indices.size), run: indexed(side, indices) }
}

const ORDER: Readonly<Record<Ordering, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

type NumberTerm = Term & { readonly min: number; readonly max: number; readonly unit: string | undefined }

/** Whether two numbers can be compared and added: a number without a unit goes with any. */
export function sameUnit(a: Sort, b: Sort, at: Span, scope: Scope): boolean {
  const [one, other] = [a, b].map((sort) => (sort.kind === 'number' ? sort.unit : undefined))
  if (one === undefined || other === undefined || one === other) return true
  scope.error(at, {
    code: 'domain.unit',
    message: `${scope.text(at)} puts ${one} and ${other} together`,
    expected: `both in ${one}`,
    got: other,
  })
  return false
}

function twoNumbers(
  expr: Expr & { readonly kind: 'compare' | 'sum' },
  sides: Sides,
  what: string,
  scope: Scope,
): readonly [NumberTerm, NumberTerm] | undefined {
  const [a, b] = sides.map((term, index) => {
    if (term === undefined) return undefined
    if (term.sort.kind === 'number')
      return { ...term, min: term.sort.min, max: term.sort.max, unit: term.sort.unit }
    scope.error(index === 0 ? expr.left : expr.right, {
      code: 'domain.not-a-number',
      message: `only numbers can be ${what}`,
      expected: 'a number',
      got: describeSort(term.sort, scope.vocabulary.types),
    })
    return undefined
  })
  if (a === undefined || b === undefined) return undefined
  const multiplied = expr.kind === 'sum' && expr.op === '*'
  return multiplied || sameUnit(a.sort, b.sort, expr, scope) ? [a, b] : undefined
}
