import { InvariantError } from '#base/result.js'
import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import { childPath, mainTree } from '#bt/paths.js'

/** The displayed name of a node: a SubTree node goes by the name of its tree. */
export const nodeName = (node: Omit<NodeDef, 'children'>): string =>
  node.kind === 'subtree' ? (node.attrs['ID'] ?? node.id) : node.id

export function mainRoot(doc: TreeDoc): NodeDef {
  const tree = mainTree(doc)
  if (!tree) throw new InvariantError(`the document has no tree '${doc.main}'`)
  return tree.root
}

export function parentPath(path: NodePath): NodePath {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : (path.slice(0, cut) as NodePath)
}

export const childIndex = (path: NodePath): number => Number(path.slice(path.lastIndexOf('/') + 1))

/** true for the node itself and everything below it */
export const isWithin = (path: NodePath, ancestor: NodePath): boolean =>
  ancestor === '/' || path === ancestor || path.startsWith(`${ancestor}/`)

/** Units of execution: children of the first control node below the root (AMB-05). */
export function unitPaths(doc: TreeDoc): readonly NodePath[] {
  let node = mainRoot(doc)
  let path: NodePath = '/'
  while (node.kind === 'decorator' && node.children[0]) {
    node = node.children[0]
    path = childPath(path, 0)
  }
  return node.kind === 'control' ? node.children.map((_, i) => childPath(path, i)) : [path]
}
