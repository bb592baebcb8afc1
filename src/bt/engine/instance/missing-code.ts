import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import type { NodeRegistry } from '../registry.js'
import { treeById } from '#bt/paths.js'

/**
 * Reports one `bt.no-code` per node type that the main tree uses, SubTrees included, and for which the registry has no
 * code.
 */
export function missingCode(doc: TreeDoc, registry: NodeRegistry): Diagnostic[] {
  const ids = new Set<string>()
  const visited = new Set<string>()
  const visit = (node: NodeDef): void => {
    if (node.kind === 'subtree') return enter(node.attrs['ID'] ?? '')
    if (registry.library.get(node.id) !== undefined && registry.builder(node.id) === undefined) {
      ids.add(node.id)
    }
    node.children.forEach(visit)
  }
  const enter = (treeId: string): void => {
    const tree = visited.has(treeId) ? undefined : treeById(doc, treeId)
    visited.add(treeId)
    if (tree !== undefined) visit(tree.root)
  }
  enter(doc.main)
  return [...ids].map((id) => ({
    code: 'bt.no-code',
    severity: 'error',
    message: `no code is registered for node ${id}`,
    hint: `register it: registry.add(${id}), or registry.bind(${id}) when a palette describes it`,
  }))
}
