import { DecoratorNode } from '../../engine/decorator-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn } from '../builtin.js'

class KeepRunningUntilFailure extends DecoratorNode {
  protected override tick(): TickStatus {
    this.setStatus('RUNNING')
    const status = this.child.executeTick()
    switch (status) {
      case 'FAILURE':
        this.child.haltIfRunning()
        return 'FAILURE'
      case 'SUCCESS':
        this.child.haltIfRunning()
        return 'RUNNING'
      case 'RUNNING':
      case 'SKIPPED':
        return 'RUNNING'
    }
  }
}

export const keepRunningUntilFailure = builtIn(
  'decorator',
  'KeepRunningUntilFailure',
  'Runs its child again and again until it fails, then fails.',
  (site, children) => new KeepRunningUntilFailure(site, children),
)
