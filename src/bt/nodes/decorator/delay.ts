import { DecoratorNode } from '../../engine/decorator-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn, intPort } from '../builtin.js'

/** Waits once per activation; it does not wait again while its child is RUNNING. */
class Delay extends DecoratorNode {
  #until: number | undefined

  override halt(): void {
    this.#until = undefined
    super.halt()
  }

  protected override tick(): TickStatus {
    if (this.#until === undefined) {
      this.#until = this.host.clock.now() + this.ports.readInt('delay_msec')
      this.setStatus('RUNNING')
    }
    if (this.host.clock.now() < this.#until) return 'RUNNING'
    const status = this.child.executeTick()
    if (status === 'SUCCESS' || status === 'FAILURE') {
      this.#until = undefined
      this.child.haltIfRunning()
    }
    return status
  }
}

export const delay = builtIn(
  'decorator',
  'Delay',
  'Waits delay_msec milliseconds before it runs its child.',
  (site, children) => new Delay(site, children),
  [intPort('delay_msec', 'Milliseconds.', 0)],
)
