import { ControlNode } from '#bt/node/kinds.js'
import type { NodeSite, TreeNode } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

/** Ticks its children from the first at every tick until one is RUNNING or returns `endsOn`. */
class Reactive extends ControlNode {
  readonly #endsOn: 'SUCCESS' | 'FAILURE'

  constructor(site: NodeSite, children: readonly TreeNode[], endsOn: 'SUCCESS' | 'FAILURE') {
    super(site, children)
    this.#endsOn = endsOn
  }

  protected override tick(): Status {
    this.setStatus('RUNNING')
    const count = this.children.length
    let skipped = 0
    for (let index = 0; index < count; index++) {
      const child = this.child(index)
      const status = child.executeTick()
      if (status === 'RUNNING') {
        this.haltOthers(index)
        return 'RUNNING'
      }
      if (status === this.#endsOn) {
        this.haltChildren()
        return status
      }
      if (status === 'SKIPPED') {
        skipped += 1
        child.haltIfRunning()
      }
    }
    this.haltChildren()
    if (skipped === count) return 'SKIPPED'
    return this.#endsOn === 'FAILURE' ? 'SUCCESS' : 'FAILURE'
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
  (site, children) => new Reactive(site, children, 'FAILURE'),
)

export const reactiveFallback = builtIn(
  {
    kind: 'control',
    id: 'ReactiveFallback',
    description:
      'A Fallback that checks all children from the first again at every tick; stops the running one when an ' +
      'earlier succeeds.',
  },
  (site, children) => new Reactive(site, children, 'SUCCESS'),
)
