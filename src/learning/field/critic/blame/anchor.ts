import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import { childPath, mainTree, pathIndices, runtimeChildren } from '#bt/paths.js'

/**
 * The part of a running node's path within the main tree: edits can go no deeper than a SubTree node. `undefined` when
 * the tree has no such node.
 */
export function mainPath(doc: TreeDoc, path: NodePath): NodePath | undefined {
  let node = mainTree(doc)?.root
  let here: NodePath = '/'
  for (const index of pathIndices(path) ?? []) {
    if (node === undefined || node.kind === 'subtree') break
    here = childPath(here, index)
    node = node.children[index]
  }
  return node === undefined ? undefined : here
}

/** Whether the node has a RetryUntilSuccessful ancestor. */
export function hasRetryAbove(doc: TreeDoc, path: NodePath): boolean {
  let node = mainTree(doc)?.root
  for (const index of pathIndices(path) ?? []) {
    if (node === undefined) return false
    if (/^RetryUntilSucc?essful$/.test(node.id)) return true
    node = runtimeChildren(doc, node)[index]
  }
  return false
}

/** Paths of all nodes with this id, in execution order. */
export function pathsOf(doc: TreeDoc, id: string): NodePath[] {
  const out: NodePath[] = []
  const visit = (node: NodeDef, path: NodePath, depth: number): void => {
    if (node.id === id) out.push(path)
    // the validator rejects a SubTree that names itself; the bound keeps a broken document from hanging the critic
    if (depth < 64)
      runtimeChildren(doc, node).forEach((child, i) => visit(child, childPath(path, i), depth + 1))
  }
  const root = mainTree(doc)?.root
  if (root) visit(root, '/', 0)
  return out
}
