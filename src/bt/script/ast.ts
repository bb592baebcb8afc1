import type { Value } from '../value/value.js'

/** A script's syntax tree. Offsets count UTF-16 units of the source from 0. */
export interface ScriptAst {
  readonly source: string
  readonly statements: readonly Expression[]
}

export type Expression = Literal | Variable | Unary | Binary | Comparison | Conditional | Assignment

/** The source range of an expression: from `start` up to but excluding `end`, including the parentheses around it. */
interface Place {
  /** offset of the token that defines the expression; for a comparison, its first operator */
  readonly at: number
  readonly start: number
  readonly end: number
}

export interface Literal extends Place {
  readonly kind: 'literal'
  readonly value: Exclude<Value, undefined>
  /** as written; a text without its quotes */
  readonly text: string
}

interface Variable extends Place {
  readonly kind: 'variable'
  readonly name: string
}

interface Unary extends Place {
  readonly kind: 'unary'
  readonly operator: UnaryOperator
  readonly operand: Expression
}

interface Binary extends Place {
  readonly kind: 'binary'
  readonly operator: BinaryOperator
  readonly left: Expression
  readonly right: Expression
}

/** `a < b <= c` is one comparison of three operands: true when it holds for every adjacent pair. */
export interface Comparison extends Place {
  readonly kind: 'comparison'
  readonly first: Expression
  readonly links: readonly ComparisonLink[]
}

export interface ComparisonLink {
  readonly operator: ComparisonOperator
  readonly at: number
  readonly operand: Expression
}

interface Conditional extends Place {
  readonly kind: 'conditional'
  readonly test: Expression
  readonly yes: Expression
  readonly no: Expression
}

export interface Assignment extends Place {
  readonly kind: 'assignment'
  readonly operator: AssignmentOperator
  /** anything but a variable is an error; in BehaviorTree.CPP it is a run-time error */
  readonly target: Expression
  readonly value: Expression
}

export const UNARY_OPERATORS = ['-', '~', '!'] as const
export const COMPARISON_OPERATORS = ['==', '!=', '<', '>', '<=', '>='] as const
export const ASSIGNMENT_OPERATORS = [':=', '=', '+=', '-=', '*=', '/='] as const

/** Precedence of the binary operators; higher binds tighter. */
export const BINARY_LEVELS = {
  '||': 3,
  '&&': 4,
  '|': 6,
  '^': 6,
  '&': 7,
  '+': 8,
  '-': 8,
  '..': 8,
  '*': 9,
  '/': 9,
} as const

/** Precedence of the other operators on the same scale. */
export const LEVEL = { assignment: 1, conditional: 2, comparison: 5, unary: 10 } as const

export type UnaryOperator = (typeof UNARY_OPERATORS)[number]
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number]
export type AssignmentOperator = (typeof ASSIGNMENT_OPERATORS)[number]
export type BinaryOperator = keyof typeof BINARY_LEVELS
