import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { UINT32 } from '#bt/value/types.js'
import { builtIn, port } from '../builtin.js'

/**
 * The reference halts the child from a timer; here the first tick at or after the deadline does, with the same result.
 */
class Timeout extends DecoratorNode {
  readonly #msec = this.ports.input('msec', UINT32)
  #limit = 0
  #deadline = Infinity

  protected override tick(): Status {
    const limit = this.#msec.get()
    if (this.status !== 'RUNNING') this.#start(limit)
    if (this.host.clock.now() >= this.#deadline) {
      // a timer fires once: a child that was not running at that moment has no time limit
      this.#deadline = Infinity
      if (this.child.status === 'RUNNING') return this.#expire()
    }
    const status = this.child.executeTick()
    switch (status) {
      case 'SUCCESS':
      case 'FAILURE':
        this.child.haltIfRunning()
        return status
      case 'RUNNING':
      case 'SKIPPED':
        return status
    }
  }

  #start(limit: number): void {
    this.setStatus('RUNNING')
    this.#limit = limit
    this.#deadline = limit > 0 ? this.host.clock.now() + limit : Infinity
  }

  #expire(): Status {
    this.child.haltIfRunning()
    this.explain(`no result after ${this.#limit} ms`)
    return 'FAILURE'
  }
}

export const timeout = builtIn(
  {
    kind: 'decorator',
    id: 'Timeout',
    description:
      'Stops its child and fails when the child is still running after msec milliseconds; 0 is without limit.',
    ports: [
      port(
        'in',
        'msec',
        'uint32',
        'After a certain amount of time, halt() the child if it is still running.',
      ),
    ],
  },
  (site, children) => new Timeout(site, children),
)
