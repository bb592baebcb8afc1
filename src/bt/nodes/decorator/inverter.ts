import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

class Inverter extends DecoratorNode {
  protected override tick(): Status {
    this.setStatus('RUNNING')
    const status = this.child.executeTick()
    switch (status) {
      case 'SUCCESS':
        this.child.haltIfRunning()
        return 'FAILURE'
      case 'FAILURE':
        this.child.haltIfRunning()
        return 'SUCCESS'
      case 'RUNNING':
      case 'SKIPPED':
        return status
    }
  }
}

export const inverter = builtIn(
  {
    kind: 'decorator',
    id: 'Inverter',
    description: 'Succeeds when its child fails and fails when its child succeeds.',
  },
  (site, children) => new Inverter(site, children),
)
