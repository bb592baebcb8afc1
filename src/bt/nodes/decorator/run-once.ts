import { DecoratorNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { BOOL } from '#bt/value/types.js'
import { builtIn, port } from '../builtin.js'

/** Once the child has finished, neither a halt nor a restart of the tree makes it run again. */
class RunOnce extends DecoratorNode {
  readonly #thenSkip = this.ports.input('then_skip', BOOL)
  #result: 'SUCCESS' | 'FAILURE' | undefined

  protected override tick(): Status {
    const thenSkip = this.#thenSkip.tryGet() ?? true
    if (this.#result !== undefined) return thenSkip ? 'SKIPPED' : this.#result
    this.setStatus('RUNNING')
    const status = this.child.executeTick()
    switch (status) {
      case 'SUCCESS':
      case 'FAILURE':
        this.#result = status
        this.child.haltIfRunning()
        return status
      case 'RUNNING':
      case 'SKIPPED':
        return status
    }
  }
}

export const runOnce = builtIn(
  {
    kind: 'decorator',
    id: 'RunOnce',
    description: 'Runs its child to its end once; after that it is skipped, or returns the result again.',
    ports: [
      {
        ...port(
          'in',
          'then_skip',
          'bool',
          'If true, skip after the first execution, otherwise return the same NodeStatus returned once by the child.',
        ),
        default: 'true',
      },
    ],
  },
  (site, children) => new RunOnce(site, children),
)
