import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

class ForceSuccess extends DecoratorNode {
  protected override tick(): Status {
    this.setStatus('RUNNING')
    const status = this.child.executeTick()
    switch (status) {
      case 'SUCCESS':
      case 'FAILURE':
        this.child.haltIfRunning()
        return 'SUCCESS'
      case 'RUNNING':
      case 'SKIPPED':
        return status
    }
  }
}

export const forceSuccess = builtIn(
  {
    kind: 'decorator',
    id: 'ForceSuccess',
    description: 'Runs its child to the end and succeeds whatever the child returned.',
  },
  (site, children) => new ForceSuccess(site, children),
)
