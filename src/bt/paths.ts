import type { NodeDef, NodePath, TreeDef, TreeDoc } from './document.js'

/** Path of a child: `/` + 2 → `/2`, `/2` + 0 → `/2/0`. */
export const childPath = (parent: NodePath, index: number): NodePath =>
  parent === '/' ? `/${index}` : `${parent}/${index}`

/** Child indices of a path, or `undefined` when the text is not a path. `/` → []. */
export function pathIndices(path: string): readonly number[] | undefined {
  if (path === '/') return []
  if (!/^(\/(0|[1-9]\d{0,5}))+$/.test(path)) return undefined
  return path.slice(1).split('/').map(Number)
}

export const indexPath = (indices: readonly number[]): NodePath => `/${indices.join('/')}`

export const mainTree = (doc: TreeDoc): TreeDef | undefined => treeById(doc, doc.main)

export const treeById = (doc: TreeDoc, id: string): TreeDef | undefined =>
  doc.trees.find((tree) => tree.id === id)

/** Main tree first, the others by ID: the order in which a document is written and its nodes are numbered. */
export const canonicalTrees = (doc: TreeDoc): TreeDef[] =>
  [...doc.trees].sort((a, b) =>
    a.id === doc.main ? -1 : b.id === doc.main ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0,
  )

/**
 * The node at an address in the main tree, following SubTree nodes into the trees that they name, as paths in traces
 * do. `undefined` when there is no such node.
 */
export function nodeAt(doc: TreeDoc, path: string): NodeDef | undefined {
  const indices = pathIndices(path)
  let node = mainTree(doc)?.root
  for (const index of indices ?? []) {
    if (node === undefined) return undefined
    node = runtimeChildren(doc, node)[index]
  }
  return indices === undefined ? undefined : node
}

/** Children as the running tree has them: a SubTree node has one, the root of the tree that it names. */
export function runtimeChildren(doc: TreeDoc, node: NodeDef): readonly NodeDef[] {
  if (node.kind !== 'subtree') return node.children
  const root = treeById(doc, node.attrs['ID'] ?? '')?.root
  return root === undefined ? [] : [root]
}

/** A node's display label: `MoveToZone`, `SubTree:CursorSequence`. */
export const nodeLabel = (node: NodeDef): string =>
  node.kind === 'subtree' ? `SubTree:${node.attrs['ID'] ?? '?'}` : node.id
