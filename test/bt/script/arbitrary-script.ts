import fc from 'fast-check'
import {
  ASSIGNMENT_OPERATORS,
  BINARY_LEVELS,
  COMPARISON_OPERATORS,
  UNARY_OPERATORS,
  type BinaryOperator,
  type Expression,
  type ScriptAst,
} from '#bt/script/ast.js'
import { Int } from '#bt/value/value.js'

const at = 0
const nowhere = { at, start: 0, end: 0 }

/** Names that `boardOf` and `COLORS` of the tests know, and some that nobody does. */
const NAMES = ['i', 'd', 's', 'b', 'v', 'e', '@g', '_x', 'RED', 'BLUE', 'nobody', 'x', 'y']

const name = fc
  .constantFrom(...NAMES)
  .map((text): Expression => ({ kind: 'variable', name: text, ...nowhere }))

const literal: fc.Arbitrary<Expression> = fc.oneof(
  fc.nat(300).map((n) => constant(Int.of(n), String(n))),
  fc.constantFrom('1.5', '0.0', '2e3', '1.0e-2', '0.0078125').map((text) => constant(Number(text), text)),
  fc.constantFrom(true, false).map((truth) => constant(truth ? 1 : 0, String(truth))),
  fc.constantFrom('', 'x', '12', '3abc', 'true', 'RED', 'žluť 🐎').map((text) => constant(text, text)),
)

const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const part = tie('expression')
  return {
    expression: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(name, literal),
      fc
        .record({ operator: fc.constantFrom(...UNARY_OPERATORS), operand: part })
        .map((p): Expression => ({ kind: 'unary', ...p, ...nowhere })),
      fc
        .record({
          operator: fc.constantFrom(...(Object.keys(BINARY_LEVELS) as BinaryOperator[])),
          left: part,
          right: part,
        })
        .map((p): Expression => ({ kind: 'binary', ...p, ...nowhere })),
      fc
        .record({
          first: part,
          links: fc.array(
            fc.record({
              operator: fc.constantFrom(...COMPARISON_OPERATORS),
              at: fc.constant(at),
              operand: part,
            }),
            { minLength: 1, maxLength: 3 },
          ),
        })
        .map((p): Expression => ({ kind: 'comparison', ...p, ...nowhere })),
      fc
        .record({ test: part, yes: part, no: part })
        .map((p): Expression => ({ kind: 'conditional', ...p, ...nowhere })),
      fc
        .record({
          operator: fc.constantFrom(...ASSIGNMENT_OPERATORS),
          target: fc.oneof({ weight: 9, arbitrary: name }, { weight: 1, arbitrary: part }),
          value: part,
        })
        .map((p): Expression => ({ kind: 'assignment', ...p, ...nowhere })),
    ),
  }
})

/** Scripts of one to four statements, of every shape that the language has; all offsets are 0. */
export const arbitraryScript: fc.Arbitrary<ScriptAst> = fc
  .array(expression, { minLength: 1, maxLength: 4 })
  .map((statements) => ({ source: '', statements }))

/** The same without offsets, so that two readings can be compared. */
export const shapeOf = ({ statements }: ScriptAst): unknown =>
  JSON.parse(
    JSON.stringify(statements, (key, value: unknown) =>
      key === 'start' || key === 'end' || key === 'at'
        ? undefined
        : value instanceof Int
          ? `Int ${value.exact}`
          : value,
    ),
  )

function constant(value: number | string | Int, text: string): Expression {
  return { kind: 'literal', value, text, ...nowhere }
}
