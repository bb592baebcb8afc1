import { ControlNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

class ReactiveFallback extends ControlNode {
  protected override tick(): Status {
    this.setStatus('RUNNING')
    const count = this.children.length
    let skipped = 0
    for (let index = 0; index < count; index++) {
      const child = this.child(index)
      switch (child.executeTick()) {
        case 'RUNNING':
          this.haltOthers(index)
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
    return skipped === count ? 'SKIPPED' : 'FAILURE'
  }
}

export const reactiveFallback = builtIn(
  {
    kind: 'control',
    id: 'ReactiveFallback',
    description:
      'A Fallback that checks all children from the first again at every tick; stops the running one when an ' +
      'earlier succeeds.',
  },
  (site, children) => new ReactiveFallback(site, children),
)
