import { DecoratorNode } from '#bt/node/kinds.js'
import type { NodeSite, TreeNode } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

type Result = 'SUCCESS' | 'FAILURE'

/** Runs its child to the end and returns another result in place of the child's. */
class MapResult extends DecoratorNode {
  readonly #results: Readonly<Record<Result, Result>>

  constructor(site: NodeSite, children: readonly TreeNode[], results: Readonly<Record<Result, Result>>) {
    super(site, children)
    this.#results = results
  }

  protected override tick(): Status {
    this.setStatus('RUNNING')
    const status = this.child.executeTick()
    switch (status) {
      case 'SUCCESS':
      case 'FAILURE':
        this.child.haltIfRunning()
        return this.#results[status]
      case 'RUNNING':
      case 'SKIPPED':
        return status
    }
  }
}

export const inverter = builtIn(
  {
    kind: 'decorator',
    id: 'Inverter',
    description: 'Succeeds when its child fails and fails when its child succeeds.',
  },
  (site, children) => new MapResult(site, children, { SUCCESS: 'FAILURE', FAILURE: 'SUCCESS' }),
)

export const forceSuccess = builtIn(
  {
    kind: 'decorator',
    id: 'ForceSuccess',
    description: 'Runs its child to the end and succeeds whatever the child returned.',
  },
  (site, children) => new MapResult(site, children, { SUCCESS: 'SUCCESS', FAILURE: 'SUCCESS' }),
)

export const forceFailure = builtIn(
  {
    kind: 'decorator',
    id: 'ForceFailure',
    description: 'Runs its child to the end and fails whatever the child returned.',
  },
  (site, children) => new MapResult(site, children, { SUCCESS: 'FAILURE', FAILURE: 'FAILURE' }),
)
