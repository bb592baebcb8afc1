import type { ChildCount } from '../document.js'
import { NodeConstructionError } from '../node/errors.js'
import { ControlNode } from '../node/kinds.js'
import type { NodeSite, TreeNode } from '../node/node.js'
import type { Status, TickStatus } from '../status.js'
import type { Children, ControlContext } from './context.js'
import {
  define,
  portsOf,
  type NodeDefinition,
  type NodeDeclaration,
  type Stateful,
} from './declare/definition.js'
import { ChildrenHandle, checkStatus } from './run/handles.js'
import type { NoPorts, PortMap } from './declare/ports.js'
import { Scope } from './run/scope.js'

/**
 * A node that decides which of its children are ticked. It is already RUNNING when its first `tick` is called; when it
 * returns anything else, or is halted, all children are halted and reset.
 */
export interface Control<P extends PortMap, S> extends NodeDeclaration<P>, Stateful<S> {
  /** how many children it needs; 1 or more by default */
  readonly children?: Partial<ChildCount>
  /** Called before the first `tick` of an activation: the place to reset indices and counters. */
  start?(ctx: ControlContext<P, S>): void
  tick(ctx: ControlContext<P, S>): TickStatus
  /** Called when the parent halts the node while it is RUNNING; the children are halted afterwards. */
  halt?(ctx: ControlContext<P, S>): void
}

/**
 * Declares a control node.
 * @throws NodeDefinitionError listing every problem with its ID and ports
 */
export function defineControl<P extends PortMap = NoPorts, S = undefined>(
  control: Control<P, S>,
): NodeDefinition {
  const needed = control.children === undefined ? undefined : { min: 1, ...control.children }
  const definition = define('control', control, ['tick'], (site, children) => {
    if (needed !== undefined) demandChildren(site, children.length, needed)
    return new CustomControl(site, children, control)
  })
  return needed === undefined ? definition : { ...definition, spec: { ...definition.spec, children: needed } }
}

class ControlScope<P extends PortMap, S> extends Scope<P, S> implements ControlContext<P, S> {
  readonly children: Children

  constructor(
    site: NodeSite,
    children: readonly TreeNode[],
    node: ConstructorParameters<typeof Scope<P, S>>[1],
  ) {
    super(site, node)
    this.children = new ChildrenHandle(children)
  }
}

class CustomControl<P extends PortMap, S> extends ControlNode {
  readonly #control: Control<P, S>
  readonly #scope: ControlScope<P, S>

  constructor(site: NodeSite, children: readonly TreeNode[], control: Control<P, S>) {
    super(site, children)
    this.#control = control
    this.#scope = new ControlScope(site, children, {
      ports: portsOf(control),
      state: control.state?.() as S,
      explain: (reason) => this.explain(reason),
    })
  }

  override halt(): void {
    if (this.status === 'RUNNING') this.#control.halt?.(this.#scope)
    super.halt()
  }

  protected override tick(): Status {
    if (this.status !== 'RUNNING') {
      this.setStatus('RUNNING')
      this.#control.start?.(this.#scope)
    }
    const status = checkStatus(
      this.#control.tick(this.#scope),
      ['RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'],
      'tick',
    )
    if (status !== 'RUNNING') this.haltChildren()
    // a skipped node is not RUNNING: it is not halted later, and its preconditions are evaluated again
    if (status === 'SKIPPED') this.reset()
    return status
  }
}

/** Validation checks this against the library, but a palette to which code is bound does not state child counts. */
function demandChildren(site: NodeSite, count: number, { min, max = Infinity }: ChildCount): void {
  if (count >= min && count <= max) return
  const needs = min === max ? `exactly ${min}` : max === Infinity ? `at least ${min}` : `${min} to ${max}`
  const message = `${site.def.id} has ${count} ${count === 1 ? 'child' : 'children'}; it needs ${needs}`
  throw new NodeConstructionError(site, 'bt.children', '', message)
}
