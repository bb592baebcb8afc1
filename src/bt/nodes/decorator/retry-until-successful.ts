import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { INT32 } from '#bt/value/types.js'
import { builtIn, intPort } from '../builtin.js'

class RetryUntilSuccessful extends DecoratorNode {
  readonly #numAttempts = this.ports.input('num_attempts', INT32)
  #limit = 0
  #tries = 0

  protected override tick(): Status {
    const rereads = this.host.quirks.retryRereadsAttempts
    if (rereads || this.status !== 'RUNNING') this.#limit = this.#numAttempts.get()
    if (this.status === 'IDLE') this.#tries = 0
    let again = this.#mayTry()
    this.setStatus('RUNNING')
    while (again) {
      const wasIdle = this.child.status === 'IDLE'
      switch (this.child.executeTick()) {
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
          // the child may have changed the blackboard entry
          if (rereads) this.#limit = this.#numAttempts.tryGet() ?? this.#limit
          again = this.#mayTry()
          this.child.haltIfRunning()
          // a child that fails instantly must not block the tree: the next attempt waits for the next tick
          if (wasIdle && again) return this.yielded()
          break
      }
    }
    if (this.#tries > 0) this.explain(`gave up after ${this.#tries} attempts`)
    this.#tries = 0
    return 'FAILURE'
  }

  #mayTry(): boolean {
    return this.#limit === -1 || this.#tries < this.#limit
  }
}

export const retryUntilSuccessful = builtIn(
  {
    kind: 'decorator',
    id: 'RetryUntilSuccessful',
    description: 'Runs its child again after a failure, up to num_attempts times in all.',
    ports: [
      intPort(
        'num_attempts',
        'Execute again a failing child up to N times. Use -1 to create an infinite loop.',
        -1,
      ),
    ],
  },
  (site, children) => new RetryUntilSuccessful(site, children),
)
