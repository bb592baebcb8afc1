import { fieldAt, readPath } from '../bridge/json-object.js'

type Path = readonly (string | number)[]
type Literal = string | number | boolean

/** A condition on a message, or a value in it: `stalled and position > 0.01`, `percentage`. */
export type Expression =
  | { readonly kind: 'field'; readonly path: Path; readonly at: number }
  | {
      readonly kind: 'compare'
      readonly path: Path
      readonly at: number
      readonly operator: Operator
      readonly value: Literal
    }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly inside: Expression }

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

export interface ExpressionProblem {
  /** index into the text, from 0 */
  readonly at: number
  readonly expected: string
  readonly got: string
}

interface Token {
  readonly text: string
  readonly at: number
}

const TOKEN = /\s*(<=|>=|!=|==|[=<>()]|'[^']*'|[-+]?[\d.]+(?:e[-+]?\d+)?|[A-Za-z][\w.[\]]*|\S)/gy
/** terms of one expression: nobody writes more, and reading it recurses */
const MAX_TOKENS = 100

/** Reads an expression; the error says at which character. */
export function readExpression(text: string): Expression | ExpressionProblem {
  const tokens = [...text.matchAll(TOKEN)].map((match): Token => {
    const [all, token = ''] = match
    return { text: token, at: match.index + all.length - token.length }
  })
  if (tokens.length > MAX_TOKENS)
    return { at: 0, expected: `at most ${MAX_TOKENS} words and signs`, got: 'more' }
  const reader = new Reader(tokens, text.trimEnd().length)
  const read = reader.either()
  if ('expected' in read) return read
  return reader.rest() ?? read
}

/** The value of an expression; undefined where it depends on a field that is missing or of another type. */
export function valueOf(expression: Expression, message: unknown): unknown {
  switch (expression.kind) {
    case 'field':
      return fieldAt(message, expression.path)
    case 'compare':
      return compare(fieldAt(message, expression.path), expression.operator, expression.value)
    case 'and':
      return decided(expression, message, false)
    case 'or':
      return decided(expression, message, true)
    case 'not': {
      const inside = valueOf(expression.inside, message)
      return typeof inside === 'boolean' ? !inside : undefined
    }
  }
}

/** The fields that an expression reads, with what each is compared to. */
export function fieldsIn(expression: Expression): readonly {
  readonly path: Path
  readonly at: number
  readonly value?: Literal
  readonly operator?: Operator
}[] {
  switch (expression.kind) {
    case 'field':
    case 'compare':
      return [expression]
    case 'and':
    case 'or':
      return [...fieldsIn(expression.left), ...fieldsIn(expression.right)]
    case 'not':
      return fieldsIn(expression.inside)
  }
}

/** `and` is decided by one side that is false, `or` by one that is true; else both must be known (Kleene). */
function decided(
  { left, right }: Extract<Expression, { readonly kind: 'and' | 'or' }>,
  message: unknown,
  by: boolean,
): boolean | undefined {
  const sides = [valueOf(left, message), valueOf(right, message)]
  if (sides.includes(by)) return by
  return sides.every((side) => side === !by) ? !by : undefined
}

function compare(found: unknown, operator: Operator, value: Literal): boolean | undefined {
  if (typeof found !== typeof value) return undefined
  if (operator === '=') return found === value
  if (operator === '!=') return found !== value
  if (typeof found !== 'number' || typeof value !== 'number') return undefined
  switch (operator) {
    case '<':
      return found < value
    case '<=':
      return found <= value
    case '>':
      return found > value
    case '>=':
      return found >= value
  }
}

type Read = Expression | ExpressionProblem

class Reader {
  readonly #tokens: readonly Token[]
  readonly #end: number
  #next = 0

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens
    this.#end = end
  }

  either(): Read {
    return this.#chain('or', () => this.#chain('and', () => this.#one()))
  }

  /** What is left over, if anything is. */
  rest(): ExpressionProblem | undefined {
    return this.#next < this.#tokens.length ? this.#wrong('and, or, or the end') : undefined
  }

  #chain(word: 'and' | 'or', inside: () => Read): Read {
    let left = inside()
    while (!('expected' in left) && this.#take(word)) {
      const right = inside()
      left = 'expected' in right ? right : { kind: word, left, right }
    }
    return left
  }

  #one(): Read {
    if (this.#take('not')) {
      const inside = this.#one()
      return 'expected' in inside ? inside : { kind: 'not', inside }
    }
    if (this.#take('(')) {
      const inside = this.either()
      if ('expected' in inside || this.#take(')')) return inside
      return this.#wrong(')')
    }
    const token = this.#tokens[this.#next]
    const path = token === undefined || WORDS.has(token.text) ? undefined : readPath(token.text)
    if (token === undefined || path === undefined) return this.#wrong('a field, such as result.error_code')
    this.#next++
    const operator = OPERATORS.get(this.#tokens[this.#next]?.text ?? '')
    if (operator === undefined) return { kind: 'field', path, at: token.at }
    this.#next++
    const value = literalOf(this.#tokens[this.#next]?.text)
    if (value === undefined) return this.#wrong("a number, true, false, a word, or text in '…'")
    this.#next++
    return { kind: 'compare', path, at: token.at, operator, value }
  }

  #take(text: string): boolean {
    if (this.#tokens[this.#next]?.text !== text) return false
    this.#next++
    return true
  }

  #wrong(expected: string): ExpressionProblem {
    const token = this.#tokens[this.#next]
    return { at: token?.at ?? this.#end, expected, got: token?.text.slice(0, 60) ?? 'the end' }
  }
}

const WORDS = new Set(['and', 'or', 'not', 'true', 'false'])

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['=', '='],
  ['==', '='],
  ['!=', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
])

function literalOf(text: string | undefined): Literal | undefined {
  if (text === undefined) return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  if (text.startsWith("'") && text.endsWith("'") && text.length > 1) return text.slice(1, -1)
  if (/^[A-Za-z]\w*$/.test(text)) return WORDS.has(text) ? undefined : text
  const number = Number(text)
  return /^[-+\d.]/.test(text) && Number.isFinite(number) ? number : undefined
}
