import { DecoratorNode } from '../../engine/decorator-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn, intPort } from '../builtin.js'

class RetryUntilSuccessful extends DecoratorNode {
  #tries = 0

  override halt(): void {
    this.#tries = 0
    super.halt()
  }

  protected override tick(): TickStatus {
    let again = this.#mayTry()
    this.setStatus('RUNNING')
    while (again) {
      const wasIdle = this.child.status === 'IDLE'
      const status = this.child.executeTick()
      switch (status) {
        case 'RUNNING':
          return 'RUNNING'
        case 'SUCCESS':
          this.#tries = 0
          this.child.haltIfRunning()
          return 'SUCCESS'
        case 'SKIPPED':
          this.child.haltIfRunning()
          return 'SKIPPED'
        case 'FAILURE':
          this.#tries += 1
          // the port is read again: the child may have changed its blackboard entry
          again = this.#mayTry()
          this.child.haltIfRunning()
          // a child that failed within one tick must not keep the tree busy: the next try waits for the next tick
          if (wasIdle && again) return 'RUNNING'
          break
      }
    }
    if (this.#tries > 0) this.explain(`gave up after ${this.#tries} attempts`)
    this.#tries = 0
    return 'FAILURE'
  }

  #mayTry(): boolean {
    const limit = this.ports.readInt('num_attempts')
    return limit === -1 || this.#tries < limit
  }
}

export const retryUntilSuccessful = builtIn(
  'decorator',
  'RetryUntilSuccessful',
  'Runs its child again after a failure, up to num_attempts times in all.',
  (site, children) => new RetryUntilSuccessful(site, children),
  [intPort('num_attempts', 'Attempts in all; -1 = without limit.', -1)],
)
