import { BINARY_LEVELS, LEVEL, type Expression, type ScriptAst } from './ast.js'

/**
 * Formats a script canonically: one blank around operators, `; ` between statements, only the necessary parentheses.
 */
export const printScript = ({ statements }: ScriptAst): string => statements.map(printExpression).join('; ')

function printExpression(node: Expression): string {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' ? `'${node.text}'` : node.text
    case 'variable':
      return node.name
    case 'unary':
      return `${node.operator}${within(node.operand, LEVEL.unary)}`
    case 'binary': {
      const level = BINARY_LEVELS[node.operator]
      return `${within(node.left, level)} ${node.operator} ${within(node.right, level + 1)}`
    }
    case 'comparison': {
      const links = node.links.map(
        ({ operator, operand }) => ` ${operator} ${within(operand, LEVEL.comparison + 1)}`,
      )
      return `${within(node.first, LEVEL.comparison + 1)}${links.join('')}`
    }
    case 'conditional':
      return [
        `${within(node.test, LEVEL.conditional + 1)} ?`,
        `${within(node.yes, LEVEL.assignment)} :`,
        within(node.no, LEVEL.conditional),
      ].join(' ')
    case 'assignment':
      return `${within(node.target, LEVEL.conditional + 1)} ${node.operator} ${within(node.value, LEVEL.assignment)}`
  }
}

/** Adds parentheses when the expression binds less tightly than its position requires. */
const within = (node: Expression, level: number): string =>
  levelOf(node) < level ? `(${printExpression(node)})` : printExpression(node)

const ATOM = 11

function levelOf(node: Expression): number {
  switch (node.kind) {
    case 'literal':
    case 'variable':
      return ATOM
    case 'unary':
      return LEVEL.unary
    case 'binary':
      return BINARY_LEVELS[node.operator]
    case 'comparison':
    case 'conditional':
    case 'assignment':
      return LEVEL[node.kind]
  }
}
