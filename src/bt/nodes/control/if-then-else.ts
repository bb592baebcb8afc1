import { ControlNode } from '#bt/node/kinds.js'
import { TreeLogicError } from '#bt/node/errors.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'
import type { TreeNode } from '#bt/node/node.js'

class IfThenElse extends ControlNode {
  /** index of the chosen branch; 0 until the condition has finished */
  #branch = 0

  override halt(): void {
    this.#branch = 0
    super.halt()
  }

  protected override tick(): Status {
    requireBranches(this)
    this.setStatus('RUNNING')
    if (this.#branch === 0) {
      switch (this.child(0).executeTick()) {
        case 'RUNNING':
          return 'RUNNING'
        case 'SUCCESS':
          this.#branch = 1
          break
        case 'FAILURE':
          if (this.children.length === 2) return this.#withoutElse()
          this.#branch = 2
          break
        case 'SKIPPED':
          throw new TreeLogicError('the condition of IfThenElse was skipped, so there is no branch to take')
      }
    }
    const status = this.child(this.#branch).executeTick()
    if (status === 'RUNNING') return 'RUNNING'
    this.haltChildren()
    this.#branch = 0
    return status
  }

  #withoutElse(): Status {
    if (!this.host.quirks.ifLeavesCondition) this.haltChildren()
    return 'FAILURE'
  }
}

export const ifThenElse = builtIn(
  {
    kind: 'control',
    id: 'IfThenElse',
    description:
      'Asks its first child once; runs the second when that succeeds, else the third, or fails if there is none.',
  },
  (site, children) => new IfThenElse(site, children),
)

/** @throws TreeLogicError unless the node has a condition and one or two branches */
export function requireBranches({ label, children }: TreeNode): void {
  if (children.length === 2 || children.length === 3) return
  throw new TreeLogicError(
    `${label} has ${children.length} children; it needs a condition and one or two branches`,
  )
}
