import type { NodeDef } from '#bt/document.js'
import { openTag } from '#bt/xml/write.js'

/** A node at its position in one tree; the same `NodeDef` may occur at several. */
export interface IndexedNode {
  readonly node: NodeDef
  readonly parent: IndexedNode | undefined
  readonly children: readonly IndexedNode[]
  /** its index among its parent's children */
  readonly index: number
  /** the same number for equal subtrees */
  readonly shape: number
  /** number of nodes in the subtree, including this one */
  readonly size: number
}

/**
 * Numbers subtree shapes, so that comparing two subtrees compares one number. Index both trees with the same instance.
 */
export class TreeIndexer {
  readonly #shapes = new Map<string, number>()

  index(node: NodeDef, parent?: IndexedNode, index = 0): IndexedNode {
    const children: IndexedNode[] = []
    const indexed = { node, parent, children, index, shape: 0, size: 1 }
    node.children.forEach((child, at) => children.push(this.index(child, indexed, at)))
    indexed.size = children.reduce((sum, child) => sum + child.size, 1)
    indexed.shape = this.#shape(`${openTag(node)} ${children.map((child) => child.shape).join(' ')}`)
    return indexed
  }

  #shape(key: string): number {
    const number = this.#shapes.get(key) ?? this.#shapes.size
    this.#shapes.set(key, number)
    return number
  }
}

/** The node and everything below it, parents first. */
export function* preorder(indexed: IndexedNode): Generator<IndexedNode> {
  const open = [indexed]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    for (let at = next.children.length; at-- > 0;) open.push(next.children[at] as IndexedNode)
  }
}

/** For each node of the tree, how many nodes of its subtree, itself included, are such. */
export function countBelow(
  root: IndexedNode,
  isSuch: (node: IndexedNode) => boolean,
): ReadonlyMap<IndexedNode, number> {
  const counts = new Map<IndexedNode, number>()
  for (const node of [...preorder(root)].reverse()) {
    let count = isSuch(node) ? 1 : 0
    for (const child of node.children) count += counts.get(child) ?? 0
    counts.set(node, count)
  }
  return counts
}
