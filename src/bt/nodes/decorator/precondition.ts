import { DecoratorNode } from '#bt/node/kinds.js'
import { TreeLogicError } from '#bt/node/errors.js'
import type { NodeSite, TreeNode } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { boolFromValue } from '#bt/value/numbers.js'
import { NODE_STATUS } from '#bt/value/type-table.js'
import { builtIn, port } from '../builtin.js'
import { ScriptPort } from '../parts/script-port.js'

/** Evaluates its script when it starts, and not again while its child is running. */
class Precondition extends DecoratorNode {
  readonly #if: ScriptPort
  readonly #else = this.ports.input('else', NODE_STATUS)
  #passed = false

  constructor(site: NodeSite, children: readonly TreeNode[]) {
    super(site, children)
    this.#if = new ScriptPort(site, 'if')
  }

  override halt(): void {
    if (!this.host.quirks.preconditionSurvivesHalt) this.#passed = false
    super.halt()
  }

  protected override tick(): Status {
    this.#if.refresh()
    const otherwise = this.#else.get() as Status
    this.#passed = this.#passed || this.#holds()
    if (!this.#passed) return otherwise
    const status = this.child.executeTick()
    switch (status) {
      case 'SUCCESS':
      case 'FAILURE':
        this.#passed = false
        this.child.haltIfRunning()
        return status
      case 'SKIPPED':
        if (!this.host.quirks.preconditionSurvivesHalt) this.#passed = false
        return 'SKIPPED'
      case 'RUNNING':
        return 'RUNNING'
    }
  }

  #holds(): boolean {
    if (this.#if.empty) throw new TreeLogicError('port if is empty: there is no condition to evaluate')
    return boolFromValue(this.#if.run())
  }
}

export const precondition = builtIn(
  {
    kind: 'decorator',
    id: 'Precondition',
    description: 'Runs its child if a script is true when it starts, else returns another status.',
    ports: [
      port('in', 'if', 'string'),
      { ...port('in', 'else', 'NodeStatus', 'Return status if condition is false'), default: 'FAILURE' },
    ],
  },
  (site, children) => new Precondition(site, children),
)
