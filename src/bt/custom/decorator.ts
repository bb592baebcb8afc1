import { DecoratorNode } from '../node/kinds.js'
import type { NodeSite, TreeNode } from '../node/node.js'
import type { Status, TickStatus } from '../status.js'
import type { Child, DecoratorContext } from './context.js'
import {
  define,
  portsOf,
  type NodeDefinition,
  type NodeDeclaration,
  type Stateful,
} from './declare/definition.js'
import { ChildHandle, checkStatus } from './run/handles.js'
import type { NoPorts, PortMap } from './declare/ports.js'
import { Scope } from './run/scope.js'

/**
 * A node that wraps one child. It is already RUNNING when its first `tick` is called; when it returns anything else, or
 * is halted, its child is halted and reset.
 */
export interface Decorator<P extends PortMap, S> extends NodeDeclaration<P>, Stateful<S> {
  /** Called before the first `tick` of an activation: the place to reset counters. */
  start?(ctx: DecoratorContext<P, S>): void
  tick(ctx: DecoratorContext<P, S>): TickStatus
  /** Called when the parent halts the node while it is RUNNING; the child is halted afterwards. */
  halt?(ctx: DecoratorContext<P, S>): void
}

/**
 * Declares a decorator.
 * @throws NodeDefinitionError listing every problem with its ID and ports
 */
export function defineDecorator<P extends PortMap = NoPorts, S = undefined>(
  decorator: Decorator<P, S>,
): NodeDefinition {
  return define(
    'decorator',
    decorator,
    ['tick'],
    (site, children) => new CustomDecorator(site, children, decorator),
  )
}

class DecoratorScope<P extends PortMap, S> extends Scope<P, S> implements DecoratorContext<P, S> {
  readonly child: Child

  constructor(site: NodeSite, child: TreeNode, node: ConstructorParameters<typeof Scope<P, S>>[1]) {
    super(site, node)
    this.child = new ChildHandle(child)
  }
}

class CustomDecorator<P extends PortMap, S> extends DecoratorNode {
  readonly #decorator: Decorator<P, S>
  readonly #scope: DecoratorScope<P, S>

  constructor(site: NodeSite, children: readonly TreeNode[], decorator: Decorator<P, S>) {
    super(site, children)
    this.#decorator = decorator
    this.#scope = new DecoratorScope(site, this.child, {
      ports: portsOf(decorator),
      state: decorator.state?.() as S,
      explain: (reason) => this.explain(reason),
    })
  }

  override halt(): void {
    if (this.status === 'RUNNING') this.#decorator.halt?.(this.#scope)
    super.halt()
  }

  protected override tick(): Status {
    if (this.status !== 'RUNNING') {
      this.setStatus('RUNNING')
      this.#decorator.start?.(this.#scope)
    }
    const status = checkStatus(
      this.#decorator.tick(this.#scope),
      ['RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'],
      'tick',
    )
    if (status !== 'RUNNING') this.child.haltIfRunning()
    // a skipped node is not RUNNING: it is not halted later, and its preconditions are evaluated again
    if (status === 'SKIPPED') this.reset()
    return status
  }
}
