import { Int, isNumeric, type Value } from '#bt/value/value.js'
import type { BinaryOperator, UnaryOperator } from '../ast.js'
import { bitwise, complement } from './bits.js'
import { asDouble, asText, join, show } from './convert.js'
import { fail, failEmpty, type Site } from './error.js'
import { both, either, not } from './logic.js'
import type { Run } from './variable.js'

/** Compiles a binary operator on doubles or texts. Both operands are always evaluated, the left one first. */
export function binary(operator: BinaryOperator, left: Run, right: Run, site: Site): Run {
  // one closure per operator, with the case of two doubles inlined: this is the hot path of a tick
  switch (operator) {
    case '+':
      return (env) => {
        const a = left(env)
        const b = right(env)
        return typeof a === 'number' && typeof b === 'number' ? a + b : plus(a, b, site)
      }
    case '-':
      return (env) => {
        const a = left(env)
        const b = right(env)
        return typeof a === 'number' && typeof b === 'number'
          ? a - b
          : number('-', a, site) - number('-', b, site)
      }
    case '*':
      return (env) => {
        const a = left(env)
        const b = right(env)
        return typeof a === 'number' && typeof b === 'number'
          ? a * b
          : number('*', a, site) * number('*', b, site)
      }
    case '/':
      return (env) => {
        const a = left(env)
        const b = right(env)
        return typeof a === 'number' && typeof b === 'number'
          ? a / b
          : number('/', a, site) / number('/', b, site)
      }
    case '..':
      return (env) => concat(left(env), right(env), site)
    case '&':
    case '|':
    case '^':
      return (env) => {
        const a = left(env)
        const b = right(env)
        return bitwise(operator, number(operator, a, site), number(operator, b, site), site)
      }
    case '&&':
      return (env) => both(left(env), right(env), site)
    case '||':
      return (env) => either(left(env), right(env), site)
  }
}

export function unary(operator: UnaryOperator, operand: Run, site: Site): Run {
  switch (operator) {
    case '-':
      return (env) => -number('-', operand(env), site)
    case '~':
      return (env) => complement(number('~', operand(env), site), site)
    case '!':
      return (env) => not(number('!', operand(env), site))
  }
}

function plus(left: Value, right: Value, site: Site): Value {
  if (isNumeric(left) && isNumeric(right)) return asDouble(left, site) + asDouble(right, site)
  if (typeof left === 'string' && typeof right === 'string') return join(left, right, site)
  if (typeof left === 'string' && isNumeric(right)) mixed(left, right, site)
  if (isNumeric(left) && typeof right === 'string') mixed(left, right, site)
  return number('+', left, site) + number('+', right, site)
}

const mixed = (left: Value, right: Value, site: Site): never =>
  fail(site, `+ cannot join ${show(left)} and ${show(right)}`, 'a text and a number are joined with ..')

function concat(left: Value, right: Value, site: Site): Value {
  if (isNumeric(left) && isNumeric(right)) {
    asDouble(left, site)
    asDouble(right, site)
    // BehaviorTree.CPP returns an empty value for two numbers, and fails where that is used
    return undefined
  }
  if (typeof left !== 'string' && !isNumeric(left)) return wrong('..', left, site)
  if (typeof right !== 'string' && !isNumeric(right)) return wrong('..', right, site)
  return join(asText(left), asText(right), site)
}

function number(operator: string, value: Value, site: Site): number {
  if (typeof value === 'number') return value
  return value instanceof Int ? asDouble(value, site) : wrong(operator, value, site)
}

function wrong(operator: string, value: Value, site: Site): never {
  if (value === undefined) failEmpty(site, operator)
  const hint =
    typeof value === 'string' && operator !== '..'
      ? 'texts can only be compared and joined with ..'
      : undefined
  return fail(site, `${operator} cannot use ${show(value)}`, hint)
}
