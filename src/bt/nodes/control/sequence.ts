import { ControlNode } from '../../engine/control-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn } from '../builtin.js'

class Sequence extends ControlNode {
  #index = 0
  #skipped = 0

  override halt(): void {
    this.#index = 0
    this.#skipped = 0
    super.halt()
  }

  protected override tick(): TickStatus {
    if (this.status === 'IDLE') this.#skipped = 0
    this.setStatus('RUNNING')
    while (this.#index < this.children.length) {
      const status = this.child(this.#index).executeTick()
      switch (status) {
        case 'RUNNING':
          return 'RUNNING'
        case 'FAILURE':
          this.#restart()
          return 'FAILURE'
        case 'SUCCESS':
          this.#index += 1
          break
        case 'SKIPPED':
          this.#index += 1
          this.#skipped += 1
          break
      }
    }
    const allSkipped = this.#skipped === this.children.length
    this.#restart()
    return allSkipped ? 'SKIPPED' : 'SUCCESS'
  }

  #restart(): void {
    this.haltChildren()
    this.#index = 0
    this.#skipped = 0
  }
}

export const sequence = builtIn(
  'control',
  'Sequence',
  'Runs its children in order; fails at the first that fails, succeeds when all have succeeded.',
  (site, children) => new Sequence(site, children),
)
