import { ControlNode } from '#bt/node/kinds.js'
import type { NodeSite, TreeNode } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

/** Also implements AsyncSequence, which yields after each child that finishes in its first tick. */
class Sequence extends ControlNode {
  readonly #yields: boolean
  #index = 0
  #skipped = 0

  constructor(site: NodeSite, children: readonly TreeNode[], yields = false) {
    super(site, children)
    this.#yields = yields
  }

  override halt(): void {
    this.#index = 0
    super.halt()
  }

  protected override tick(): Status {
    if (this.status === 'IDLE') this.#skipped = 0
    this.setStatus('RUNNING')
    const count = this.children.length
    while (this.#index < count) {
      const child = this.child(this.#index)
      const wasIdle = child.status === 'IDLE'
      switch (child.executeTick()) {
        case 'RUNNING':
          return 'RUNNING'
        case 'FAILURE':
          this.haltChildren()
          this.#index = 0
          return 'FAILURE'
        case 'SUCCESS':
          this.#index += 1
          if (this.#yields && wasIdle && this.#index < count) return this.yielded()
          break
        case 'SKIPPED':
          this.#index += 1
          this.#skipped += 1
          break
      }
    }
    const allSkipped = this.#skipped === count
    this.haltChildren()
    this.#index = 0
    this.#skipped = 0
    return allSkipped ? 'SKIPPED' : 'SUCCESS'
  }
}

export const sequence = builtIn(
  {
    kind: 'control',
    id: 'Sequence',
    description:
      'Runs its children in order; fails at the first that fails, succeeds when all have succeeded.',
  },
  (site, children) => new Sequence(site, children),
)

export const asyncSequence = builtIn(
  {
    kind: 'control',
    id: 'AsyncSequence',
    description: 'A Sequence that stays RUNNING between its children, so that it can be stopped there.',
  },
  (site, children) => new Sequence(site, children, true),
)
