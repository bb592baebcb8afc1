import { boolFromValue } from '#bt/value/numbers.js'
import { Int, isNumeric, type Value } from '#bt/value/value.js'
import { asDouble, converting, leadingDouble, show } from './convert.js'
import { fail, failEmpty, type Site } from './error.js'
import type { Run } from './variable.js'

/** `&&` of two operands that have both been evaluated. */
export const both = (left: Value, right: Value, site: Site): number => {
  const a = operand('&&', left, site)
  const b = operand('&&', right, site)
  return a && b ? 1 : 0
}

/** `||`, likewise. */
export const either = (left: Value, right: Value, site: Site): number => {
  const a = operand('||', left, site)
  const b = operand('||', right, site)
  return a || b ? 1 : 0
}

/** `!` of any number; negative numbers and NaN are true. */
export const not = (value: number): number => (value !== 0 ? 0 : 1)

/** `&&` and `||` that do not evaluate the right operand when the left one decides. */
export function shortCircuit(operator: '&&' | '||', left: Run, right: Run, site: Site): Run {
  const decides = operator === '||'
  return (env) => {
    const truth = operand(operator, left(env), site)
    return (truth === decides ? truth : operand(operator, right(env), site)) ? 1 : 0
  }
}

/** `test ? yes : no`: any number but 0 is true, NaN and negative ones too. */
export function conditional(test: Run, yes: Run, no: Run, site: Site): Run {
  return (env) => (holds(test(env), site) ? yes(env) : no(env))
}

function operand(operator: string, value: Value, site: Site): boolean {
  if (typeof value === 'number' && value >= 0) return value !== 0
  if (value instanceof Int && (value.number === 0 || value.number === 1)) return value.number === 1
  if (isNumeric(value)) {
    asDouble(value, site)
    return converting(site, () => boolFromValue(value))
  }
  if (value === undefined) failEmpty(site, operator)
  return fail(site, `${operator} cannot use ${show(value)}`, 'compare it first: s == …')
}

function holds(value: Value, site: Site): boolean {
  if (isNumeric(value)) return asDouble(value, site) !== 0
  if (typeof value === 'string') return leadingDouble(value, site) !== 0
  return value === undefined ? failEmpty(site, '?') : fail(site, `${show(value)} is no condition`)
}
