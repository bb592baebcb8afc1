import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'

/** Thrown when a node definition or its registration is invalid. Lists every problem at once. */
export class NodeDefinitionError extends Error {
  override readonly name = 'NodeDefinitionError'
  readonly problems: readonly Diagnostic[]

  constructor(problems: readonly Diagnostic[]) {
    super(problems.map(formatDiagnostic).join('\n'))
    this.problems = problems
  }
}

/** A problem with the definition itself, before registration. */
export const definitionProblem = (id: string, message: string, hint?: string): Diagnostic =>
  nodeProblem('node.definition', id, message, hint === undefined ? {} : { hint })

export const nodeProblem = (
  code: 'node.definition' | 'node.taken' | 'node.type-taken' | 'node.palette' | 'node.plugin',
  id: string,
  message: string,
  more: { readonly expected?: string; readonly got?: string; readonly hint?: string } = {},
): Diagnostic => ({
  code,
  severity: 'error',
  message: `node ${id === '' ? 'without ID' : id}: ${message}`,
  ...more,
})
