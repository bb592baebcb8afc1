import { builtIn, port } from '../builtin.js'
import { DecoratorNode } from '#bt/node/kinds.js'
import type { NodeSite, TreeNode } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { EntryWatch } from '../parts/entry-watch.js'

export const skipUnlessUpdated = builtIn(
  {
    kind: 'decorator',
    id: 'SkipUnlessUpdated',
    description: 'Runs its child if the entry was written since it last did so; else it is skipped.',
    ports: [port('in', 'entry', 'Any', 'Entry to check')],
  },
  (site, children) => new UpdateGate(site, children, 'SKIPPED'),
)

export const waitValueUpdate = builtIn(
  {
    kind: 'decorator',
    id: 'WaitValueUpdate',
    description: 'Waits until the entry is written, then runs its child.',
    ports: [port('in', 'entry', 'Any', 'Entry to check')],
  },
  (site, children) => new UpdateGate(site, children, 'RUNNING'),
)

/** Runs its child when an entry was written since the last run; a running child continues in any case. */
class UpdateGate extends DecoratorNode {
  readonly #watch: EntryWatch
  readonly #otherwise: 'SKIPPED' | 'RUNNING'
  #childRunning = false

  constructor(site: NodeSite, children: readonly TreeNode[], otherwise: 'SKIPPED' | 'RUNNING') {
    super(site, children)
    this.#watch = new EntryWatch(site)
    this.#otherwise = otherwise
  }

  override halt(): void {
    this.#childRunning = false
    super.halt()
  }

  protected override tick(): Status {
    if (!this.#childRunning && !this.#watch.updated()) return this.#otherwise
    const status = this.child.executeTick()
    this.#childRunning = status === 'RUNNING'
    return status
  }
}
