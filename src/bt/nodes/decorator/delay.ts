import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { UINT32 } from '#bt/value/types.js'
import { builtIn, port } from '../builtin.js'

/**
 * Waits once per activation; it does not wait again while its child is RUNNING or was skipped. The first tick returns
 * RUNNING even for 0 ms, because the reference's timer fires after it.
 */
class Delay extends DecoratorNode {
  readonly #msec = this.ports.input('delay_msec', UINT32)
  #until = 0

  protected override tick(): Status {
    const delay = this.#msec.get()
    if (this.status !== 'RUNNING') {
      this.#until = this.host.clock.now() + delay
      this.setStatus('RUNNING')
      return 'RUNNING'
    }
    if (this.host.clock.now() < this.#until) return 'RUNNING'
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
}

export const delay = builtIn(
  {
    kind: 'decorator',
    id: 'Delay',
    description: 'Waits delay_msec milliseconds before it runs its child.',
    ports: [port('in', 'delay_msec', 'uint32', 'Tick the child after a few milliseconds')],
  },
  (site, children) => new Delay(site, children),
)
