import { TreeLogicError } from '../node/errors.js'
import type { NodeSite } from '../node/node.js'
import type { Status } from '../status.js'
import { AsyncJob } from './run/async-job.js'
import { AsyncScope } from './run/async-scope.js'
import type { AsyncContext } from './context.js'
import { CustomLeaf } from './run/custom-leaf.js'
import { define, type NodeDefinition, type NodeDeclaration } from './declare/definition.js'
import type { NoPorts, PortMap } from './declare/ports.js'
import { isThenable, checkStatus } from './run/handles.js'

/**
 * An action that waits for something external: a service, a file, another process. Its port writes and its result
 * become visible during a tick, never between two.
 */
export interface AsyncAction<P extends PortMap> extends NodeDeclaration<P> {
  /**
   * Starts in the first tick; the node is RUNNING until the first tick after the promise settles. A rejected promise is
   * an error of the node (`NodeExecutionError`); to fail, return `ctx.fail('…')`.
   * @param signal aborted when the node is halted; anything the action does after that is ignored
   */
  run(ctx: AsyncContext<P>, signal: AbortSignal): PromiseLike<'SUCCESS' | 'FAILURE'>
}

/**
 * Declares an asynchronous action. `Tree.onWakeUp` is called when one finishes.
 * @throws NodeDefinitionError listing every problem with its ID and ports
 */
export function defineAsyncAction<P extends PortMap = NoPorts>(action: AsyncAction<P>): NodeDefinition {
  return define('action', action, ['run'], (site) => new AsyncActionNode(site, action))
}

class AsyncActionNode<P extends PortMap> extends CustomLeaf<P, undefined> {
  readonly #action: AsyncAction<P>
  #active: { readonly job: AsyncJob<'SUCCESS' | 'FAILURE'>; readonly scope: AsyncScope<P> } | undefined

  constructor(site: NodeSite, action: AsyncAction<P>) {
    super(site, action)
    this.#action = action
  }

  override halt(): void {
    this.#active?.scope.close()
    this.#active?.job.cancel(`${this.site.fullPath} was halted`)
    this.#active = undefined
    super.halt()
  }

  protected override tick(): Status {
    if (this.status !== 'RUNNING' || this.#active === undefined) return this.#begin()
    const { job, scope } = this.#active
    scope.publish()
    const { outcome } = job
    switch (outcome.kind) {
      case 'pending':
        return 'RUNNING'
      case 'failed':
        this.#active = undefined
        throw outcome.cause
      case 'done':
        this.#active = undefined
        if (outcome.value === 'FAILURE' && scope.reason !== undefined) this.explain(scope.reason)
        return checkStatus(outcome.value, ['SUCCESS', 'FAILURE'], "run's promise")
    }
  }

  #begin(): Status {
    this.noteInputs()
    const scope = new AsyncScope(this.scope)
    const begin = (signal: AbortSignal): PromiseLike<'SUCCESS' | 'FAILURE'> => {
      const promise = this.#action.run(scope, signal)
      if (isThenable(promise)) return promise
      throw new TreeLogicError('run returned no promise; declare it "async"')
    }
    this.#active = { job: new AsyncJob(begin, () => this.host.wakeUp()), scope }
    return 'RUNNING'
  }
}
