import type { TickStatus } from '../status.js'
import { TreeNode, type NodeSite } from './node.js'

/** A node with exactly one child. */
export abstract class DecoratorNode extends TreeNode {
  protected readonly child: TreeNode

  constructor(site: NodeSite, children: readonly TreeNode[]) {
    super(site, children)
    const [child] = children
    if (child === undefined) throw new RangeError(`${site.label} ${site.path} has no child`)
    this.child = child
  }

  /** A child that its decorator left finished is reset, so that it starts afresh next time. */
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
