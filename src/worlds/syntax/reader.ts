import { DATA_LIMITS } from '../limits.js'
import { quote, spotAt, type Problems, type Source } from '../problems.js'
import { tokenize, type Token } from './lex.js'

/** Token cursor of a parser. The first problem ends parsing: anything after it would be guesswork. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  readonly #source: Source
  readonly #problems: Problems
  #at = 0
  #depth = 0

  private constructor(tokens: readonly Token[], source: Source, problems: Problems) {
    this.#tokens = tokens
    this.#source = source
    this.#problems = problems
  }

  /** Runs a parser over the whole text; undefined, with the problem reported, if it does not match. */
  static parse<T>(
    source: Source,
    problems: Problems,
    parser: (reader: TokenReader) => T,
    what: string,
  ): T | undefined {
    const tokens = tokenize(source, problems)
    if (tokens === undefined) return undefined
    const reader = new TokenReader(tokens, source, problems)
    try {
      const parsed = parser(reader)
      if (reader.token.kind !== 'end') reader.fail(`the ${what} to end here, or and, or, implies`)
      return parsed
    } catch (stop) {
      if (stop instanceof ParseAborted) return undefined
      throw stop
    }
  }

  get token(): Token {
    return this.#tokens[this.#at] as Token
  }

  get next(): Token {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)] as Token
  }

  /** End of the previous token. */
  get lastEnd(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0
  }

  isAt(text: string): boolean {
    const { kind } = this.token
    return (kind === 'name' || kind === 'sign') && this.token.text === text
  }

  take(): Token {
    const token = this.token
    if (token.kind !== 'end') this.#at++
    return token
  }

  /** Consumes the token if it has this text. */
  skip(text: string): boolean {
    if (!this.isAt(text)) return false
    this.#at++
    return true
  }

  expect(text: string, why: string): void {
    if (!this.skip(text)) this.fail(`${text} ${why}`)
  }

  /** Bounds the recursion depth. */
  deeper<T>(read: () => T): T {
    if (this.#depth >= DATA_LIMITS.nesting) {
      this.#problems.error(spotAt(this.#source, this.token.start), {
        code: 'domain.formula-too-deep',
        message: 'the formula is nested too deeply',
        expected: `at most ${DATA_LIMITS.nesting} levels`,
        hint: 'give parts of it names under definitions:',
      })
      throw new ParseAborted()
    }
    this.#depth++
    const value = read()
    this.#depth--
    return value
  }

  fail(expected: string, advice?: string): never {
    const { kind, text, start } = this.token
    this.#problems.error(spotAt(this.#source, start), {
      code: 'domain.formula-syntax',
      message: 'the formula cannot be read from here on',
      expected,
      got: kind === 'end' ? 'the end' : quote(kind === 'variable' ? `?${text}` : text),
      ...(advice === undefined ? {} : { hint: advice }),
    })
    throw new ParseAborted()
  }
}

/** Thrown to abort parsing; never escapes this file. */
class ParseAborted extends Error {}
