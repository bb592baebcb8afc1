import { TreeNode } from '#bt/engine/node.js'

/** A leaf that does all its work within one tick, so that there is never anything to stop. */
export abstract class SyncLeaf extends TreeNode {
  override halt(): void {
    this.reset()
  }
}
