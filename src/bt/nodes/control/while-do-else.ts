import { ControlNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'
import { requireBranches } from './if-then-else.js'

class WhileDoElse extends ControlNode {
  protected override tick(): Status {
    requireBranches(this)
    this.setStatus('RUNNING')
    const condition = this.child(0).executeTick()
    if (condition === 'RUNNING') return 'RUNNING'
    const status = this.#branch(condition)
    if (status !== 'RUNNING') this.haltChildren()
    return status
  }

  #branch(condition: 'SUCCESS' | 'FAILURE' | 'SKIPPED'): Status {
    const hasElse = this.children.length === 3
    switch (condition) {
      case 'SUCCESS':
        if (hasElse) this.child(2).haltIfRunning()
        return this.child(1).executeTick()
      case 'FAILURE':
        if (!hasElse) return 'FAILURE'
        this.child(1).haltIfRunning()
        return this.child(2).executeTick()
      case 'SKIPPED':
        // as in the reference: no branch means no status, an error that is attributed to the parent of this node
        return 'IDLE'
    }
  }
}

export const whileDoElse = builtIn(
  {
    kind: 'control',
    id: 'WhileDoElse',
    description:
      'Asks its first child at every tick; runs the second as long as that succeeds, else the third, or fails ' +
      'if there is none.',
  },
  (site, children) => new WhileDoElse(site, children),
)
