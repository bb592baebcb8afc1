import { isNumeric, type Value } from '#bt/value/value.js'
import type { ComparisonOperator } from '../ast.js'
import { asDouble, show, textAsDouble } from './convert.js'
import { fail, failEmpty, type Site } from './error.js'
import type { Run, ScriptEnv } from './variable.js'

/** One operator of a comparison and its right operand. */
export interface Link {
  readonly operator: ComparisonOperator
  readonly operand: Run
  readonly site: Site
}

/**
 * Compiles `a < b <= c`: 1 when it holds for every adjacent pair, else 0; nothing after the first pair that fails is
 * evaluated.
 * @param epsilon whether == and != treat doubles that differ by at most 2^-23 as equal, and comparisons with NaN other
 *   than == are true (BehaviorTree.CPP negates the opposite test)
 */
export function comparison(first: Run, links: readonly Link[], epsilon: boolean): Run {
  const compare = epsilon ? compareNearly : compareExactly
  const [only] = links
  if (only !== undefined && links.length === 1) {
    return (env) => (compare(only, first(env), only.operand(env), env) ? 1 : 0)
  }
  return (env) => {
    let left = first(env)
    for (const link of links) {
      const right = link.operand(env)
      if (!compare(link, left, right, env)) return 0
      left = right
    }
    return 1
  }
}

type Numbers = (operator: ComparisonOperator, left: number, right: number) => boolean

/** Extends a comparison of numbers to a comparison of values. */
const comparing =
  (numbers: Numbers) =>
  (link: Link, left: Value, right: Value, env: ScriptEnv): boolean => {
    const { operator, site } = link
    if (typeof left === 'number' && typeof right === 'number') return numbers(operator, left, right)
    if (typeof left === 'string' && typeof right === 'string') return exactly(operator, order(left, right), 0)
    if (left === undefined || right === undefined) {
      failEmpty(site, operator)
    }
    const a = typeof left === 'string' && isNumeric(right) ? textAsDouble(left, env.enums, site) : left
    const b = typeof right === 'string' && isNumeric(left) ? textAsDouble(right, env.enums, site) : right
    if (isNumeric(a) && isNumeric(b)) return numbers(operator, asDouble(a, site), asDouble(b, site))
    return fail(site, `${operator} cannot compare ${show(left)} with ${show(right)}`)
  }

function nearly(operator: ComparisonOperator, left: number, right: number): boolean {
  switch (operator) {
    case '==':
      return Math.abs(left - right) <= EPSILON
    case '!=':
      return !(Math.abs(left - right) <= EPSILON)
    case '<':
      return !(left >= right)
    case '>':
      return !(left <= right)
    case '<=':
      return !(left > right)
    case '>=':
      return !(left < right)
  }
}

function exactly(operator: ComparisonOperator, left: number, right: number): boolean {
  switch (operator) {
    case '==':
      return left === right
    case '!=':
      return left !== right
    case '<':
      return left < right
    case '>':
      return left > right
    case '<=':
      return left <= right
    case '>=':
      return left >= right
  }
}

const compareNearly = comparing(nearly)
const compareExactly = comparing(exactly)

/** C's FLT_EPSILON. */
const EPSILON = 2 ** -23

/** Compares two texts by their UTF-8 bytes: negative, 0 or positive. */
function order(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let i = 0; i < length; i += 1) {
    const difference = rank(left.charCodeAt(i)) - rank(right.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** UTF-16 unit to UTF-8 order: surrogates encode characters above U+FFFF, but their values lie below U+E000. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
