import { TreeNode } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { UINT32 } from '#bt/value/types.js'
import { builtIn, port } from '../builtin.js'

class Sleep extends TreeNode {
  readonly #msec = this.ports.input('msec', UINT32)
  #until = 0

  override halt(): void {
    this.reset()
  }

  protected override tick(): Status {
    switch (this.status) {
      case 'IDLE':
        return this.#start(this.#msec.get())
      case 'RUNNING':
        return this.host.clock.now() < this.#until ? 'RUNNING' : 'SUCCESS'
      case 'SUCCESS':
      case 'FAILURE':
      case 'SKIPPED':
        return this.status
    }
  }

  #start(msec: number): Status {
    if (msec === 0) return 'SUCCESS'
    this.#until = this.host.clock.now() + msec
    this.setStatus('RUNNING')
    return 'RUNNING'
  }
}

export const sleep = builtIn(
  {
    kind: 'action',
    id: 'Sleep',
    description: 'Waits msec milliseconds, then succeeds.',
    ports: [port('in', 'msec', 'uint32')],
  },
  (site) => new Sleep(site),
)
