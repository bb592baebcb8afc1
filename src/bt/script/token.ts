/** One token of a script. */
export interface Token {
  readonly kind: TokenKind
  /** as written; for a `text`, the content between its quotes; empty at the end */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** `bad` has already been reported by the lexer and takes the position of a value. */
export type TokenKind = 'integer' | 'real' | 'text' | 'name' | 'symbol' | 'bad' | 'end'

export const isSymbol = (token: Token, symbol: string): boolean =>
  token.kind === 'symbol' && token.text === symbol

/** Formats a token for messages: `"x"`, or `the end of the script`. */
export function showToken(token: Token): string {
  if (token.kind === 'end') return 'the end of the script'
  return token.kind === 'text' ? `'${token.text}'` : `"${token.text}"`
}

/** What is wrong with a script's text. `offset` counts UTF-16 units of the source from 0. */
export interface ScriptProblem {
  readonly offset: number
  readonly message: string
  readonly expected?: string
  readonly hint?: string
}

/** `at 5: expected a value, got "#"; hint: …` */
export function formatScriptProblem({ offset, message, expected, hint }: ScriptProblem): string {
  const wanted = expected === undefined ? '' : `, expected ${expected}`
  return `at ${offset}: ${message}${wanted}${hint === undefined ? '' : `; ${hint}`}`
}
