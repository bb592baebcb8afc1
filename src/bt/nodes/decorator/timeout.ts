import { DecoratorNode } from '../../engine/decorator-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn, intPort } from '../builtin.js'

/** The time limit is looked at when ticked: a child is halted by the first tick at or after its end. */
class Timeout extends DecoratorNode {
  #deadline: number | undefined
  #limit = 0

  override halt(): void {
    this.#deadline = undefined
    super.halt()
  }

  protected override tick(): TickStatus {
    if (this.#deadline === undefined) this.#arm()
    if (this.#expired()) {
      this.#deadline = undefined
      this.child.haltIfRunning()
      this.explain(`no result after ${this.#limit} ms`)
      return 'FAILURE'
    }
    const status = this.child.executeTick()
    if (status === 'SUCCESS' || status === 'FAILURE') {
      this.#deadline = undefined
      this.child.haltIfRunning()
    }
    return status
  }

  #arm(): void {
    this.#limit = this.ports.readInt('msec')
    this.#deadline = this.#limit > 0 ? this.host.clock.now() + this.#limit : Infinity
    this.setStatus('RUNNING')
  }

  #expired(): boolean {
    return (
      this.#deadline !== undefined &&
      this.host.clock.now() >= this.#deadline &&
      this.child.status === 'RUNNING'
    )
  }
}

export const timeout = builtIn(
  'decorator',
  'Timeout',
  'Stops its child and fails when the child is still running after msec milliseconds.',
  (site, children) => new Timeout(site, children),
  [intPort('msec', 'Milliseconds; 0 = without limit.', 0)],
)
