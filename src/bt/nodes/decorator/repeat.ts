import { DecoratorNode } from '../../engine/decorator-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn, intPort } from '../builtin.js'

class Repeat extends DecoratorNode {
  #cycles = 0

  override halt(): void {
    this.#cycles = 0
    super.halt()
  }

  protected override tick(): TickStatus {
    const limit = this.ports.readInt('num_cycles')
    let again = limit === -1 || this.#cycles < limit
    this.setStatus('RUNNING')
    while (again) {
      const wasIdle = this.child.status === 'IDLE'
      const status = this.child.executeTick()
      switch (status) {
        case 'RUNNING':
          return 'RUNNING'
        case 'FAILURE':
          this.#cycles = 0
          this.child.haltIfRunning()
          return 'FAILURE'
        case 'SKIPPED':
          this.child.haltIfRunning()
          return 'SKIPPED'
        case 'SUCCESS':
          this.#cycles += 1
          again = limit === -1 || this.#cycles < limit
          this.child.haltIfRunning()
          // one cycle a tick, so that a child that never runs long cannot keep the tree busy for ever
          if (wasIdle && again) return 'RUNNING'
          break
      }
    }
    this.#cycles = 0
    return 'SUCCESS'
  }
}

export const repeat = builtIn(
  'decorator',
  'Repeat',
  'Runs its child num_cycles times; fails as soon as the child fails.',
  (site, children) => new Repeat(site, children),
  [intPort('num_cycles', 'Number of cycles; -1 = without limit.', -1)],
)
