import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { INT32 } from '#bt/value/types.js'
import { builtIn, intPort } from '../builtin.js'

class Repeat extends DecoratorNode {
  readonly #numCycles = this.ports.input('num_cycles', INT32)
  #cycles = 0

  protected override tick(): Status {
    const limit = this.#numCycles.get()
    if (this.status === 'IDLE') this.#cycles = 0
    let again = limit === -1 || this.#cycles < limit
    this.setStatus('RUNNING')
    while (again) {
      const wasIdle = this.child.status === 'IDLE'
      switch (this.child.executeTick()) {
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
          // one cycle per tick, so that a child that finishes instantly cannot block the tree
          if (wasIdle && again) return this.yielded()
          break
      }
    }
    this.#cycles = 0
    return 'SUCCESS'
  }
}

export const repeat = builtIn(
  {
    kind: 'decorator',
    id: 'Repeat',
    description: 'Runs its child num_cycles times; fails as soon as the child fails.',
    ports: [
      intPort(
        'num_cycles',
        'Repeat a successful child up to N times. Use -1 to create an infinite loop.',
        -1,
      ),
    ],
  },
  (site, children) => new Repeat(site, children),
)
