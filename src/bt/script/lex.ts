import { SCRIPT_LIMITS } from '../limits.js'
import { badCharacter, badNumber, foreign, UNTERMINATED } from './hints.js'
import type { ScriptProblem, Token, TokenKind } from './token.js'

/**
 * Splits a script into tokens; the last one is `end`. Anything that is not a token becomes a problem and a `bad` token.
 * As in BehaviorTree.CPP, only blanks, tabs and line ends separate tokens, and names are ASCII.
 */
export function tokenize(source: string): { readonly tokens: Token[]; readonly problems: ScriptProblem[] } {
  const tokens: Token[] = []
  const problems: ScriptProblem[] = []
  let at = 0
  while ((at = match(BLANK, source, at) ?? at) < source.length) {
    if (tokens.length >= SCRIPT_LIMITS.tokens) {
      problems.push({
        offset: at,
        message: `the script has more than ${SCRIPT_LIMITS.tokens} words and signs`,
        hint: 'split it into several Script nodes',
      })
      tokens.push({ kind: 'bad', text: '', start: at, end: at })
      break
    }
    const { kind, end } = scan(source, at)
    const text = kind === 'text' ? source.slice(at + 1, end - 1) : source.slice(at, end)
    if (kind === 'bad') problems.push(explain(text, source, at))
    tokens.push({ kind, text, start: at, end })
    at = end
  }
  tokens.push({ kind: 'end', text: '', start: at, end: at })
  return { tokens, problems }
}

const BLANK = /[ \t\r\n]+/y
const NAME = /[A-Za-z_@]\w*/y
const TEXT = /'[^']*'/y
const HEX = /0[xX][\da-fA-F]+(?![.\w])/y
// after the digits: a fraction, no dot at all, or the operator `..`
const DECIMAL = /\d+(?:\.\d+|(?!\.)|(?=\.\.))(?:[eE][+-]?\d+)?(?![\w@])/y
const INTEGER = /^(?:\d+|0[xX].*)$/
const FOREIGN = /"[^"]*"|`[^`]*`|\{[^{};]*\}/y
const BAD_NUMBER = /\d[\w.@]*/y
const SYMBOL = /\.\.|&&|\|\||[=!<>:+\-*/]=|[+\-*/&|^~!<>=?:();]/y

function scan(source: string, at: number): { readonly kind: TokenKind; readonly end: number } {
  const name = match(NAME, source, at)
  if (name !== undefined) return { kind: 'name', end: name }
  const number = match(HEX, source, at) ?? match(DECIMAL, source, at)
  if (number !== undefined) return numberToken(source, at, number)
  const text = match(TEXT, source, at)
  if (text !== undefined) return { kind: 'text', end: text }
  const symbol = match(SYMBOL, source, at)
  if (symbol !== undefined) return { kind: 'symbol', end: symbol }
  const rest = source.startsWith("'", at)
    ? source.length
    : (match(FOREIGN, source, at) ?? match(BAD_NUMBER, source, at))
  return { kind: 'bad', end: rest ?? at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) }
}

function numberToken(
  source: string,
  start: number,
  end: number,
): { readonly kind: TokenKind; readonly end: number } {
  const text = source.slice(start, end)
  if (INTEGER.test(text)) return { kind: 'integer', end }
  return { kind: fits(text) ? 'real' : 'bad', end }
}

/** Whether a double can hold a real number; one that would round to 0 does not fit. */
function fits(text: string): boolean {
  const value = Number(text)
  return Number.isFinite(value) && (value !== 0 || !/^[\d.]*[1-9]/.test(text))
}

function explain(text: string, source: string, at: number): ScriptProblem {
  if (text.startsWith("'")) return { offset: at, ...UNTERMINATED }
  if (/^["`{]./.test(text)) return { offset: at, ...foreign(text) }
  if (/^\d/.test(text)) return { offset: at, ...badNumber(text) }
  return { offset: at, ...badCharacter(text, source.slice(at)) }
}

function match(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(source) ? pattern.lastIndex : undefined
}
