import { ControlNode } from '../../engine/control-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn } from '../builtin.js'

class ReactiveSequence extends ControlNode {
  protected override tick(): TickStatus {
    this.setStatus('RUNNING')
    let skipped = 0
    for (const child of this.children) {
      const status = child.executeTick()
      switch (status) {
        case 'RUNNING':
          for (const other of this.children) if (other !== child) other.haltIfRunning()
          return 'RUNNING'
        case 'FAILURE':
          this.haltChildren()
          return 'FAILURE'
        case 'SUCCESS':
          break
        case 'SKIPPED':
          skipped += 1
          child.haltIfRunning()
          break
      }
    }
    this.haltChildren()
    return skipped === this.children.length ? 'SKIPPED' : 'SUCCESS'
  }
}

export const reactiveSequence = builtIn(
  'control',
  'ReactiveSequence',
  'A Sequence that checks all children from the first again at every tick; stops the running one when an earlier fails.',
  (site, children) => new ReactiveSequence(site, children),
)
