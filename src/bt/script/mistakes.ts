import type { Expression, ScriptAst } from './ast.js'
import type { ScriptProblem } from './token.js'
import { visit } from './visit.js'

/** Finds what BehaviorTree.CPP accepts although it cannot be right; `compat: 'strict'` rejects it. */
export function mistakesOf(ast: ScriptAst): readonly ScriptProblem[] {
  const problems: ScriptProblem[] = []
  for (const statement of ast.statements) {
    visit(statement, (node) => {
      const problem = mistake(node)
      if (problem !== undefined) problems.push(problem)
    })
  }
  return problems.sort((a, b) => a.offset - b.offset)
}

/** Finds what is allowed but probably unintended: a missing `;`, or a statement whose value is never used. */
export function suspicionsOf(ast: ScriptAst): readonly ScriptProblem[] {
  const problems: ScriptProblem[] = []
  ast.statements.forEach((statement, index) => {
    const next = ast.statements[index + 1]
    if (next === undefined) return
    if (!/[;\n]/.test(ast.source.slice(statement.end, next.start))) {
      problems.push({ offset: next.start, message: 'a new statement begins here', expected: '; before it' })
    }
    if (!changesSomething(statement)) {
      problems.push({
        offset: statement.start,
        message: 'this statement does nothing: only the value of the last one is used',
        hint: statement.kind === 'comparison' ? 'to write a variable use := or =' : 'leave it out',
      })
    }
  })
  return problems.sort((a, b) => a.offset - b.offset)
}

function mistake(node: Expression): ScriptProblem | undefined {
  if (node.kind === 'assignment' && node.target.kind !== 'variable') {
    return {
      offset: node.at,
      message: `${node.operator} needs a variable on its left`,
      hint: 'equality is ==, and an assignment inside an expression needs parentheses',
    }
  }
  if (node.kind === 'literal' && typeof node.value === 'object' && isTooLong(node.text)) {
    return { offset: node.at, message: `${node.text} does not fit into 64 bits and would be read as 0` }
  }
  if (node.kind === 'binary' && node.operator === '..' && isNumber(node.left) && isNumber(node.right)) {
    return { offset: node.at, message: '.. cannot join two numbers', hint: `write '' .. in front of them` }
  }
  return undefined
}

const isNumber = (node: Expression): boolean => node.kind === 'literal' && typeof node.value !== 'string'

const isTooLong = (text: string): boolean => BigInt(text) >= 2n ** 63n

function changesSomething(statement: Expression): boolean {
  let changes = false
  visit(statement, ({ kind }) => {
    changes ||= kind === 'assignment'
  })
  return changes
}
