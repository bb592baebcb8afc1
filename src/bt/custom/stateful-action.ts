import type { NodeSite } from '../node/node.js'
import type { Status, TickStatus } from '../status.js'
import type { NodeContext } from './context.js'
import { CustomLeaf } from './run/custom-leaf.js'
import { define, type NodeDefinition, type NodeDeclaration, type Stateful } from './declare/definition.js'
import type { NoPorts, PortMap } from './declare/ports.js'
import { checkStatus } from './run/handles.js'

/** An action that takes many ticks and checks its progress in each. None of its functions may block. */
export interface StatefulAction<P extends PortMap, S> extends NodeDeclaration<P>, Stateful<S> {
  /** Called on a tick when the node is not RUNNING. */
  start(ctx: NodeContext<P, S>): TickStatus
  /** Called on each later tick while the node is RUNNING. */
  run(ctx: NodeContext<P, S>): 'RUNNING' | 'SUCCESS' | 'FAILURE'
  /** Called when the parent halts the node while it is RUNNING: release all resources. */
  halt?(ctx: NodeContext<P, S>): void
}

/**
 * Declares an action that spans many ticks.
 * @throws NodeDefinitionError listing every problem with its ID and ports
 */
export function defineStatefulAction<P extends PortMap = NoPorts, S = undefined>(
  action: StatefulAction<P, S> & ThisType<StatefulAction<P, S>>,
): NodeDefinition {
  return define('action', action, ['start', 'run'], (site) => new StatefulActionNode(site, action))
}

class StatefulActionNode<P extends PortMap, S> extends CustomLeaf<P, S> {
  readonly #action: StatefulAction<P, S>

  constructor(site: NodeSite, action: StatefulAction<P, S>) {
    super(site, action)
    this.#action = action
  }

  override halt(): void {
    if (this.status === 'RUNNING') this.#action.halt?.(this.scope)
    super.halt()
  }

  protected override tick(): Status {
    if (this.status === 'RUNNING') {
      return checkStatus(this.#action.run(this.scope), ['RUNNING', 'SUCCESS', 'FAILURE'], 'run')
    }
    this.noteInputs()
    return checkStatus(this.#action.start(this.scope), ['RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'], 'start')
  }
}
