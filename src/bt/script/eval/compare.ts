import { isNumeric, type Value } from '#bt/value/value.js'
import type { ComparisonOperator } from '../ast.js'
import { asDouble, show, textAsDouble } from './convert.js'
import { fail, failEmpty, type Site } from './error.js'
import type { Run, ScriptEnv } from './variable.js'

/** One operator of a comparison and what stands to its right. */
export interface Link {
  readonly operator: ComparisonOperator
  readonly operand: Run
  readonly site: Site
}

/**
 * `a < b <= c`: 1 when every neighbouring pair holds, else 0; what follows the first pair that does not hold is not
 * evaluated.
 * @param epsilon whether == and != take doubles for equal that differ by at most 2^-23, and comparisons with NaN other
 * than == hold (BehaviorTree.CPP tests the opposite)
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

/** How two values compare, by how two numbers do. */
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

/** Negative, 0 or positive, as the bytes of two texts in UTF-8 compare. */
function order(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let i = 0; i < length; i += 1) {
    const difference = rank(left.charCodeAt(i)) - rank(right.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Surrogates stand for characters above U+FFFF, but below U+E000 in UTF-16. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
