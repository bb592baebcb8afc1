import { TreeNode, type NodeSite } from '#bt/node/node.js'
import type { NodeDeclaration, Stateful } from '../declare/definition.js'
import { portsOf } from '../declare/definition.js'
import type { PortMap } from '../declare/ports.js'
import { Scope } from './scope.js'

/** A leaf that runs the user's code. Records its inputs for traces when it starts. */
export abstract class CustomLeaf<P extends PortMap, S> extends TreeNode {
  protected readonly scope: Scope<P, S>
  #args: Readonly<Record<string, string>> = {}

  constructor(site: NodeSite, declaration: NodeDeclaration<P> & Stateful<S>) {
    super(site)
    this.scope = new Scope(site, {
      ports: portsOf(declaration),
      state: declaration.state?.() as S,
      explain: (reason) => this.explain(reason),
    })
  }

  override get args(): Readonly<Record<string, string>> {
    return this.#args
  }

  override halt(): void {
    this.reset()
  }

  protected noteInputs(): void {
    if (this.host.traced) this.#args = this.scope.ports.texts()
  }
}
