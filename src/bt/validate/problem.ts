import type { Diagnostic, SourceRef } from '../../base/diagnostic.js'
import type { NodeDef } from '../document.js'

interface More {
  /** a place more exact than the node's own */
  readonly where?: SourceRef | undefined
  readonly expected?: string
  readonly got?: string
  readonly hint?: string
}

/** An error at a node. */
export function problem(node: NodeDef, code: string, message: string, more: More = {}): Diagnostic {
  const { where = node.where, ...rest } = more
  return { code, severity: 'error', message, ...(where === undefined ? {} : { where }), ...rest }
}
