import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

class KeepRunningUntilFailure extends DecoratorNode {
  protected override tick(): Status {
    this.setStatus('RUNNING')
    switch (this.child.executeTick()) {
      case 'FAILURE':
        this.child.haltIfRunning()
        return 'FAILURE'
      case 'SUCCESS':
        this.child.haltIfRunning()
        return 'RUNNING'
      case 'RUNNING':
        return 'RUNNING'
      case 'SKIPPED':
        return this.host.quirks.keepRunningIgnoresSkip ? 'RUNNING' : 'SKIPPED'
    }
  }
}

export const keepRunningUntilFailure = builtIn(
  {
    kind: 'decorator',
    id: 'KeepRunningUntilFailure',
    description: 'Runs its child again and again until it fails, then fails.',
  },
  (site, children) => new KeepRunningUntilFailure(site, children),
)
