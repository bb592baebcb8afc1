import type { NodeSite } from '../node/node.js'
import type { Status } from '../status.js'
import type { NodeContext } from './context.js'
import { CustomLeaf } from './run/custom-leaf.js'
import { define, type NodeDefinition, type NodeDeclaration, type Stateful } from './declare/definition.js'
import type { NoPorts, PortMap } from './declare/ports.js'
import { checkStatus } from './run/handles.js'

/** An action that completes within one tick. */
export interface Action<P extends PortMap, S> extends NodeDeclaration<P>, Stateful<S> {
  tick(ctx: NodeContext<P, S>): 'SUCCESS' | 'FAILURE' | 'SKIPPED'
}

/**
 * Declares a synchronous action.
 * @throws NodeDefinitionError listing every problem with its ID and ports
 */
export function defineAction<P extends PortMap = NoPorts, S = undefined>(
  action: Action<P, S>,
): NodeDefinition {
  return define('action', action, ['tick'], (site) => new ActionNode(site, action))
}

class ActionNode<P extends PortMap, S> extends CustomLeaf<P, S> {
  readonly #action: Action<P, S>

  constructor(site: NodeSite, action: Action<P, S>) {
    super(site, action)
    this.#action = action
  }

  protected override tick(): Status {
    this.noteInputs()
    return checkStatus(this.#action.tick(this.scope), ['SUCCESS', 'FAILURE', 'SKIPPED'], 'tick')
  }
}
