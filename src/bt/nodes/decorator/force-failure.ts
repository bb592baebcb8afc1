import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

class ForceFailure extends DecoratorNode {
  protected override tick(): Status {
    this.setStatus('RUNNING')
    const status = this.child.executeTick()
    switch (status) {
      case 'SUCCESS':
      case 'FAILURE':
        this.child.haltIfRunning()
        return 'FAILURE'
      case 'RUNNING':
      case 'SKIPPED':
        return status
    }
  }
}

export const forceFailure = builtIn(
  {
    kind: 'decorator',
    id: 'ForceFailure',
    description: 'Runs its child to the end and fails whatever the child returned.',
  },
  (site, children) => new ForceFailure(site, children),
)
