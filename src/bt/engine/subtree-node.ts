import type { TickStatus } from '../status.js'
import { DecoratorNode } from './decorator-node.js'

/** The door to another tree, which has a blackboard of its own. */
export class SubTreeNode extends DecoratorNode {
  protected override tick(): TickStatus {
    if (this.status === 'IDLE') this.setStatus('RUNNING')
    const status = this.child.executeTick()
    if (status === 'SUCCESS' || status === 'FAILURE') this.child.haltIfRunning()
    return status
  }
}
