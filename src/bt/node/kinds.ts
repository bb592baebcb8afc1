import { TreeNode, type NodeSite } from './node.js'
import type { TickStatus } from '../status.js'

/** A node with one or more children. */
export abstract class ControlNode extends TreeNode {
  override halt(): void {
    this.haltChildren()
    this.reset()
  }

  /** Halts the RUNNING children from `first` on and resets all of them, in order. */
  protected haltChildren(first = 0): void {
    for (let index = first; index < this.children.length; index++) this.child(index).haltIfRunning()
  }

  /** Halts and resets every child except one, before and after it. */
  protected haltOthers(than: number): void {
    for (let index = 0; index < this.children.length; index++)
      if (index !== than) this.child(index).haltIfRunning()
  }

  protected child(index: number): TreeNode {
    const child = this.children[index]
    if (child === undefined) throw new RangeError(`${this.label} ${this.path} has no child ${index}`)
    return child
  }
}

/** A node with exactly one child. */
export abstract class DecoratorNode extends TreeNode {
  protected readonly child: TreeNode

  constructor(site: NodeSite, children: readonly TreeNode[]) {
    super(site, children)
    const [child] = children
    if (child === undefined) throw new RangeError(`${site.label} ${site.path} has no child`)
    this.child = child
  }

  /** Resets a child that its decorator left finished, so that it starts over next time. */
  override executeTick(): TickStatus {
    const returned = super.executeTick()
    if (this.child.status === 'SUCCESS' || this.child.status === 'FAILURE') this.child.reset()
    return returned
  }

  override halt(): void {
    this.child.haltIfRunning()
    this.reset()
  }
}

/** A leaf that does all its work within one tick, so there is never anything to halt. */
export abstract class SyncLeaf extends TreeNode {
  override halt(): void {
    this.reset()
  }
}
