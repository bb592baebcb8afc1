import type { NodeSite } from '../node/node.js'
import type { Status } from '../status.js'
import type { NodeContext } from './context.js'
import { CustomLeaf } from './run/custom-leaf.js'
import { define, type NodeDefinition, type NodeDeclaration, type Stateful } from './declare/definition.js'
import type { NoPorts, PortMap } from './declare/ports.js'
import { checkStatus } from './run/handles.js'

/** A query about the world. It has no side effects and returns its answer immediately. */
export interface Condition<P extends PortMap, S> extends NodeDeclaration<P>, Stateful<S> {
  /** `true` is SUCCESS and `false` FAILURE */
  check(ctx: NodeContext<P, S>): boolean | 'SUCCESS' | 'FAILURE' | 'SKIPPED'
}

/**
 * Declares a condition.
 * @throws NodeDefinitionError listing every problem with its ID and ports
 */
export function defineCondition<P extends PortMap = NoPorts, S = undefined>(
  condition: Condition<P, S>,
): NodeDefinition {
  return define('condition', condition, ['check'], (site) => new ConditionNode(site, condition))
}

class ConditionNode<P extends PortMap, S> extends CustomLeaf<P, S> {
  readonly #condition: Condition<P, S>

  constructor(site: NodeSite, condition: Condition<P, S>) {
    super(site, condition)
    this.#condition = condition
  }

  protected override tick(): Status {
    this.noteInputs()
    const answer = this.#condition.check(this.scope)
    if (typeof answer === 'boolean') return answer ? 'SUCCESS' : 'FAILURE'
    return checkStatus(answer, ['SUCCESS', 'FAILURE', 'SKIPPED'], 'check')
  }
}
