import { ControlNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

class ReactiveSequence extends ControlNode {
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
    return skipped === count ? 'SKIPPED' : 'SUCCESS'
  }
}

export const reactiveSequence = builtIn(
  {
    kind: 'control',
    id: 'ReactiveSequence',
    description:
      'A Sequence that checks all children from the first again at every tick; stops the running one when an ' +
      'earlier fails.',
  },
  (site, children) => new ReactiveSequence(site, children),
)
