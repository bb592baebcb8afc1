import type { Diagnostic } from '../../base/diagnostic.js'
import type { NodeDef, TreeDoc } from '../document.js'
import type { NodeLibrary } from '../library.js'
import { checkNode } from './check-node.js'
import { checkReferences } from './check-references.js'
import { LIMITS } from './limits.js'
import type { LocateAttr } from './locate.js'
import { documentSize } from './size.js'

/**
 * Every structural problem of a document at once, in the order of the document: unknown nodes, ports that are
 * missing, unknown, ill-typed or out of range, wrong numbers of children, unknown or recursive SubTrees, trees too
 * deep or too large. The parser and the acceptance of edits use the same rules (VRL-02).
 */
export function validate(
  doc: TreeDoc,
  library: NodeLibrary,
  locate: LocateAttr = noPlace,
): readonly Diagnostic[] {
  const size = documentSize(doc)
  // everything below recurses over the nodes; a document this deep is refused before anyone walks it
  if (size.length > 0) return size
  const found: Diagnostic[] = []
  const visit = (node: NodeDef): void => {
    found.push(...checkNode(node, library, locate))
    node.children.forEach(visit)
  }
  for (const tree of doc.trees) visit(tree.root)
  found.push(...checkReferences(doc, library, locate))
  return found.slice(0, LIMITS.diagnostics)
}

const noPlace: LocateAttr = (node) => node.where
