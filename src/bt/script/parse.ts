import { err, ok, type Result } from '#base/result.js'
import { Int } from '../value/value.js'
import {
  ASSIGNMENT_OPERATORS,
  BINARY_LEVELS,
  COMPARISON_OPERATORS,
  LEVEL,
  UNARY_OPERATORS,
  type AssignmentOperator,
  type BinaryOperator,
  type Comparison,
  type ComparisonLink,
  type ComparisonOperator,
  type Expression,
  type Literal,
  type ScriptAst,
  type UnaryOperator,
} from './ast.js'
import { missingValue } from './hints.js'
import { tokenize } from './lex.js'
import { isSymbol, showToken, type ScriptProblem, type Token } from './token.js'
import { SCRIPT_LIMITS } from '../limits.js'

/**
 * Parses a BehaviorTree.CPP 4.10 script (docs/bt/scripts.md). After an error it resumes after the next `;`, so that all
 * errors are reported at once, in order of their offsets.
 */
export function parseScript(source: string): Result<ScriptAst, readonly ScriptProblem[]> {
  if (source.length > SCRIPT_LIMITS.length) {
    const message = `the script has ${source.length} characters, ${SCRIPT_LIMITS.length} are the limit`
    return err([{ offset: SCRIPT_LIMITS.length, message, hint: 'split it into several Script nodes' }])
  }
  const { tokens, problems } = tokenize(source)
  if (tokens.length === 1 && problems.length === 0) {
    return err([{ offset: 0, message: 'the script is empty', hint: 'write a statement, such as x := 1' }])
  }
  const statements = new Parser(tokens, problems).statements()
  if (problems.length === 0) return ok({ source, statements })
  return err(problems.sort((a, b) => a.offset - b.offset).slice(0, SCRIPT_LIMITS.problems))
}

/** Aborts the parsing of one statement; its problem has been recorded. */
class Abandon extends Error {}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #problems: ScriptProblem[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], problems: ScriptProblem[]) {
    this.#tokens = tokens
    this.#problems = problems
  }

  statements(): Expression[] {
    const statements: Expression[] = []
    while (this.#peek().kind !== 'end') {
      try {
        this.#depth = 0
        statements.push(this.#expression(LEVEL.assignment))
      } catch (cause) {
        if (!(cause instanceof Abandon)) throw cause
        while (this.#peek().kind !== 'end' && !isSymbol(this.#peek(), ';')) this.#take()
      }
      while (isSymbol(this.#peek(), ';')) this.#take()
    }
    return statements
  }

  /** Parses an expression whose operators bind at least as tightly as `level`. */
  #expression(level: number): Expression {
    this.#depth += 1
    if (this.#depth > SCRIPT_LIMITS.nesting) {
      return this.#fail({ message: `the script is nested deeper than ${SCRIPT_LIMITS.nesting} levels` })
    }
    let left = this.#operand()
    for (let chain = 0; ; chain += 1) {
      const { kind, text } = this.#peek()
      if (kind !== 'symbol') break
      // only a new statement may follow an assignment or a `?:`
      if (isAssignment(text)) {
        if (level <= LEVEL.assignment) left = this.#assignment(left, text)
        break
      }
      if (text === '?') {
        if (level <= LEVEL.conditional) left = this.#conditional(left)
        break
      }
      if (isComparison(text)) {
        if (level > LEVEL.comparison) break
        left = this.#comparison(left)
      } else if (isBinary(text) && BINARY_LEVELS[text] >= level) {
        const at = this.#take().start
        const right = this.#expression(BINARY_LEVELS[text] + 1)
        left = { kind: 'binary', operator: text, at, left, right, start: left.start, end: right.end }
      } else break
      if (chain >= SCRIPT_LIMITS.chain) {
        return this.#fail({ message: `more than ${SCRIPT_LIMITS.chain} operators in a row` })
      }
    }
    this.#depth -= 1
    return left
  }

  #assignment(target: Expression, operator: AssignmentOperator): Expression {
    const at = this.#take().start
    const value = this.#expression(LEVEL.assignment)
    return { kind: 'assignment', operator, at, target, value, start: target.start, end: value.end }
  }

  #conditional(test: Expression): Expression {
    const at = this.#take().start
    const yes = this.#expression(LEVEL.assignment)
    this.#expect(':', 'a condition is written test ? yes : no')
    const no = this.#expression(LEVEL.conditional)
    return { kind: 'conditional', at, test, yes, no, start: test.start, end: no.end }
  }

  #comparison(first: Expression): Comparison {
    const links: ComparisonLink[] = []
    const at = this.#peek().start
    let end = first.end
    for (let next = this.#peek(); next.kind === 'symbol' && isComparison(next.text); next = this.#peek()) {
      this.#take()
      const operand = this.#expression(LEVEL.comparison + 1)
      links.push({ operator: next.text, at: next.start, operand })
      end = operand.end
    }
    return { kind: 'comparison', at, first, links, start: first.start, end }
  }

  #operand(): Expression {
    const token = this.#peek()
    switch (token.kind) {
      case 'integer':
      case 'real':
      case 'text':
        return literal(this.#take())
      case 'name':
        return nameOrTruth(this.#take())
      case 'symbol':
        return this.#signedOrGrouped(token)
      case 'bad':
        throw new Abandon()
      case 'end':
        return this.#fail(missingValue(this.#tokens, this.#next))
    }
  }

  #signedOrGrouped(token: Token): Expression {
    if (isUnary(token.text)) {
      this.#take()
      const operand = this.#expression(LEVEL.unary)
      return {
        kind: 'unary',
        operator: token.text,
        at: token.start,
        operand,
        start: token.start,
        end: operand.end,
      }
    }
    if (token.text !== '(') return this.#fail(missingValue(this.#tokens, this.#next))
    this.#take()
    const inner = this.#expression(LEVEL.assignment)
    const { end } = this.#expect(')', `the ( at ${token.start} is not closed`)
    return { ...inner, start: token.start, end }
  }

  #expect(symbol: string, hint: string): Token {
    const token = this.#peek()
    if (token.kind === 'bad') throw new Abandon()
    if (isSymbol(token, symbol)) return this.#take()
    return this.#fail({ message: `found ${showToken(token)}`, expected: symbol, hint })
  }

  #peek(): Token {
    // the last token is `end`, which is never consumed
    return this.#tokens[this.#next] as Token
  }

  #take(): Token {
    const token = this.#peek()
    this.#next += 1
    return token
  }

  #fail(problem: Omit<ScriptProblem, 'offset'>): never {
    this.#problems.push({ offset: this.#peek().start, ...problem })
    throw new Abandon()
  }
}

function literal({ kind, text, start, end }: Token): Literal {
  const value = kind === 'integer' ? Int.of(integerValue(text)) : kind === 'real' ? Number(text) : text
  return { kind: 'literal', value, text, at: start, start, end }
}

function nameOrTruth({ text, start, end }: Token): Expression {
  const place = { at: start, start, end }
  if (text === 'true') return { kind: 'literal', value: 1, text, ...place }
  if (text === 'false') return { kind: 'literal', value: 0, text, ...place }
  return { kind: 'variable', name: text, ...place }
}

/** An integer that does not fit in 64 bits becomes 0, as in BehaviorTree.CPP. */
function integerValue(text: string): bigint | number {
  const exact = BigInt(text)
  if (exact > MAX_INT64) return 0
  return exact <= MAX_EXACT ? Number(exact) : exact
}

const MAX_INT64 = 2n ** 63n - 1n
const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

const ASSIGNMENTS: ReadonlySet<string> = new Set(ASSIGNMENT_OPERATORS)
const COMPARISONS: ReadonlySet<string> = new Set(COMPARISON_OPERATORS)
const UNARIES: ReadonlySet<string> = new Set(UNARY_OPERATORS)

const isAssignment = (text: string): text is AssignmentOperator => ASSIGNMENTS.has(text)
const isComparison = (text: string): text is ComparisonOperator => COMPARISONS.has(text)
const isUnary = (text: string): text is UnaryOperator => UNARIES.has(text)
const isBinary = (text: string): text is BinaryOperator => Object.hasOwn(BINARY_LEVELS, text)
