import type { IndexedNode } from './tree-indexer.js'

/** A node of the old tree while a patch turns that tree, edit by edit, into the new one. */
export class Draft {
  parent: Draft | undefined
  readonly children: Draft[] = []
  /** the node of the new tree that it is or becomes; `undefined` if it must be removed */
  to: IndexedNode | undefined
  /** the node in the old tree; `undefined` for a node that the patch creates */
  readonly from: IndexedNode | undefined

  constructor(from: IndexedNode | undefined, to: IndexedNode | undefined, children: readonly Draft[]) {
    this.from = from
    this.to = to
    for (const child of children) this.insert(this.children.length, child)
  }

  insert(index: number, child: Draft): void {
    this.children.splice(index, 0, child)
    child.parent = this
  }

  /** Puts the other node in this node's place. */
  replaceBy(other: Draft): void {
    const { parent } = this
    if (parent === undefined) other.parent = undefined
    else {
      parent.children[this.index()] = other
      other.parent = parent
    }
    this.parent = undefined
  }

  takeOut(): void {
    this.parent?.children.splice(this.index(), 1)
    this.parent = undefined
  }

  index(): number {
    return this.parent?.children.indexOf(this) ?? 0
  }

  indices(): number[] {
    return this.parent === undefined ? [] : [...this.parent.indices(), this.index()]
  }

  /** true while any node in its subtree is kept */
  isAlive(): boolean {
    return this.to !== undefined || this.children.some((child) => child.isAlive())
  }
}
