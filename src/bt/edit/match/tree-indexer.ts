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
  yield indexed
  for (const child of indexed.children) yield* preorder(child)
}
