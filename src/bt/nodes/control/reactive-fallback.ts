import { ControlNode } from '../../engine/control-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn } from '../builtin.js'

class ReactiveFallback extends ControlNode {
  protected override tick(): TickStatus {
    this.setStatus('RUNNING')
    let skipped = 0
    for (const child of this.children) {
      const status = child.executeTick()
      switch (status) {
        case 'RUNNING':
          for (const other of this.children) if (other !== child) other.haltIfRunning()
          return 'RUNNING'
        case 'SUCCESS':
          this.haltChildren()
          return 'SUCCESS'
        case 'FAILURE':
          break
        case 'SKIPPED':
          skipped += 1
          child.haltIfRunning()
          break
      }
    }
    this.haltChildren()
    return skipped === this.children.length ? 'SKIPPED' : 'FAILURE'
  }
}

export const reactiveFallback = builtIn(
  'control',
  'ReactiveFallback',
  'A Fallback that checks all children from the first again at every tick; stops the running one when an earlier succeeds.',
  (site, children) => new ReactiveFallback(site, children),
)
