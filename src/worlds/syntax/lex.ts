import { DATA_LIMITS } from '../limits.js'
import { hint, spotAt, type Problems, type Source } from '../problems.js'

export interface Token {
  readonly kind: 'name' | 'variable' | 'number' | 'sign' | 'end'
  /** without the `?` of a variable */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Splits a formula into tokens, the last one `end`; undefined on an invalid character. */
export function tokenize(source: Source, problems: Problems): readonly Token[] | undefined {
  const { text } = source
  if (text.length > DATA_LIMITS.text) {
    problems.error(source.spot, {
      code: 'domain.formula-too-long',
      message: 'the formula is too long',
      expected: `at most ${DATA_LIMITS.text} characters`,
      got: `${text.length} characters`,
      hint: 'give parts of it names under definitions:',
    })
    return undefined
  }
  const tokens: Token[] = []
  for (let at = match(BLANK, text, 0) ?? 0; at < text.length;) {
    const token = scan(text, at)
    if (token === undefined || tokens.length >= DATA_LIMITS.tokens) {
      problems.error(spotAt(source, at), token === undefined ? badSign(text, at) : TOO_MANY)
      return undefined
    }
    tokens.push(token)
    at = match(BLANK, text, token.end) ?? token.end
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length })
  return tokens
}

/** Keywords of formulas, which cannot be names. */
export const RESERVED: ReadonlySet<string> = new Set(
  'and or not implies in forall exists count if then else true false none bool was'.split(' '),
)

const BLANK = /\s+/y
const NAME = /[A-Za-z_]\w*/y
const VARIABLE = /\?[A-Za-z_]\w*/y
const NUMBER = /\d+(?!\w)/y
const SIGN = /:=|!=|<=|>=|\.\.|[(){},=<>+*|-]/y

function scan(text: string, start: number): Token | undefined {
  const name = match(NAME, text, start)
  if (name !== undefined) return { kind: 'name', text: text.slice(start, name), start, end: name }
  const variable = match(VARIABLE, text, start)
  if (variable !== undefined) {
    return { kind: 'variable', text: text.slice(start + 1, variable), start, end: variable }
  }
  const number = match(NUMBER, text, start)
  if (number !== undefined) return { kind: 'number', text: text.slice(start, number), start, end: number }
  const sign = match(SIGN, text, start)
  return sign === undefined ? undefined : { kind: 'sign', text: text.slice(start, sign), start, end: sign }
}

function badSign(text: string, at: number): { code: string; message: string; got: string; hint?: string } {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const advice = FOREIGN_OPERATORS.find(([start]) => text.startsWith(start, at))?.[1]
  return {
    code: 'domain.formula-sign',
    message: `${JSON.stringify(sign)} means nothing in a formula`,
    got: JSON.stringify(text.slice(at, at + 12)),
    ...hint(advice),
  }
}

/** Operators that users bring from other languages. */
const FOREIGN_OPERATORS: readonly (readonly [start: string, advice: string])[] = [
  ['&', 'write `and`'],
  ['!', 'write `not` before a formula, `!=` between two values'],
  ['?', 'a port or a bound name follows its ? at once: ?item'],
  [':', 'write `:=` in an effect; a quantifier puts what it says in brackets: forall ?i in item (…)'],
  ['"', 'objects are written without quotes: red_button'],
  ["'", 'objects are written without quotes: red_button'],
  ['.', 'a state variable takes its objects in brackets: location(mug)'],
  ['[', 'a set is written in curly brackets: {red, blue}'],
  ['/', 'numbers can be added, subtracted, multiplied and compared'],
  [';', 'every effect is an entry of the list'],
]

const TOO_MANY = {
  code: 'domain.formula-too-long',
  message: 'the formula has too many words and signs',
  expected: `at most ${DATA_LIMITS.tokens}`,
  hint: 'give parts of it names under definitions:',
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
