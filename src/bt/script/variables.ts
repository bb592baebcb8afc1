import type { ScriptAst } from './ast.js'
import { visit } from './visit.js'

/** The names that a script uses; whether a name in `reads` is an enum is known only at run time. */
export interface ScriptVariables {
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
  /** those of `writes` that `:=` may create */
  readonly creates: ReadonlySet<string>
}

/** Collects the names that a script uses; `x += 1` both reads and writes x. */
export function variablesOf(ast: ScriptAst): ScriptVariables {
  const reads = new Set<string>()
  const writes = new Set<string>()
  const creates = new Set<string>()
  const targets = new Set<unknown>()
  for (const statement of ast.statements) {
    visit(statement, (node) => {
      if (node.kind === 'variable' && !targets.has(node)) reads.add(node.name)
      if (node.kind !== 'assignment' || node.target.kind !== 'variable') return
      writes.add(node.target.name)
      if (node.operator === ':=') creates.add(node.target.name)
      if (node.operator === ':=' || node.operator === '=') targets.add(node.target)
    })
  }
  return { reads, writes, creates }
}
