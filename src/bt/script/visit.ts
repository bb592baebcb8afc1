import type { Expression } from './ast.js'

/** Calls `see` for an expression and everything in it, in the order of the run. */
export function visit(node: Expression, see: (node: Expression) => void): void {
  see(node)
  for (const child of partsOf(node)) visit(child, see)
}

/** What an expression is made of, from left to right. */
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
