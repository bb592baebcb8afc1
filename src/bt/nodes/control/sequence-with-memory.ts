import type { NodeSite, TreeNode } from '#bt/node/node.js'
import { builtIn } from '../builtin.js'
import { InOrder } from './in-order.js'

/** Children that succeeded are not rerun: the index survives a failure and, under compat 4.10, a halt. */
class SequenceWithMemory extends InOrder {
  constructor(site: NodeSite, children: readonly TreeNode[]) {
    super(site, children, { endsOn: 'FAILURE', yields: true })
  }

  override halt(): void {
    const { index } = this
    try {
      super.halt()
    } finally {
      // also when an `_onHalted` script of a child fails, else children that succeeded would run again
      if (this.host.quirks.memorySurvivesHalt) this.index = index
    }
  }

  protected override decided(): void {
    this.haltChildren(this.index)
  }
}

export const sequenceWithMemory = builtIn(
  {
    kind: 'control',
    id: 'SequenceWithMemory',
    description: 'A Sequence that, started again after a failure, goes on at the child that failed.',
  },
  (site, children) => new SequenceWithMemory(site, children),
)
