import type { Expression } from './ast.js'

/** Calls `see` on an expression and all its subexpressions, parents first, left to right. */
export function visit(node: Expression, see: (node: Expression) => void): void {
  see(node)
  for (const child of partsOf(node)) visit(child, see)
}

/** The subexpressions of an expression, from left to right. */
function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'variable':
      return []
    case 'unary':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'comparison':
      return [node.first, ...node.links.map(({ operand }) => operand)]
    case 'conditional':
      return [node.test, node.yes, node.no]
    case 'assignment':
      return [node.target, node.value]
  }
}
