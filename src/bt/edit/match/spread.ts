import type { NodeDef } from '#bt/document.js'
import { openTag } from '#bt/xml/write.js'

/** A node at its position in one tree; the same `NodeDef` may occur at several. */
export interface Placed {
  readonly node: NodeDef
  readonly parent: Placed | undefined
  readonly children: readonly Placed[]
  /** its index among its parent's children */
  readonly index: number
  /** the same number for equal subtrees */
  readonly shape: number
  /** number of nodes in the subtree, including this one */
  readonly size: number
}

/**
 * Numbers subtree shapes, so that comparing two subtrees compares one number. Spread both trees with the same instance.
 */
export class Spreader {
  readonly #shapes = new Map<string, number>()

  spread(node: NodeDef, parent?: Placed, index = 0): Placed {
    const children: Placed[] = []
    const placed = { node, parent, children, index, shape: 0, size: 1 }
    node.children.forEach((child, at) => children.push(this.spread(child, placed, at)))
    placed.size = children.reduce((sum, child) => sum + child.size, 1)
    placed.shape = this.#shape(`${openTag(node)} ${children.map((child) => child.shape).join(' ')}`)
    return placed
  }

  #shape(key: string): number {
    const number = this.#shapes.get(key) ?? this.#shapes.size
    this.#shapes.set(key, number)
    return number
  }
}

/** The node and everything below it, parents first. */
export function* inOrder(placed: Placed): Generator<Placed> {
  yield placed
  for (const child of placed.children) yield* inOrder(child)
}
