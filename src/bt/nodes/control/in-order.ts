import { ControlNode } from '#bt/node/kinds.js'
import type { NodeSite, TreeNode } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

interface Order {
  /** the status of a child that ends the node with the same status; the opposite one moves on to the next child */
  readonly endsOn: 'SUCCESS' | 'FAILURE'
  /** returns to the root after each child that finishes in its first tick */
  readonly yields?: boolean
}

/** Ticks its children in order until one decides: a FAILURE in a Sequence, a SUCCESS in a Fallback. */
export class InOrder extends ControlNode {
  readonly #endsOn: 'SUCCESS' | 'FAILURE'
  readonly #yields: boolean
  protected index = 0
  #skipped = 0

  constructor(site: NodeSite, children: readonly TreeNode[], { endsOn, yields = false }: Order) {
    super(site, children)
    this.#endsOn = endsOn
    this.#yields = yields
  }

  override halt(): void {
    this.index = 0
    super.halt()
  }

  protected override tick(): Status {
    if (this.status === 'IDLE') this.#skipped = 0
    this.setStatus('RUNNING')
    const count = this.children.length
    while (this.index < count) {
      const child = this.child(this.index)
      const wasIdle = child.status === 'IDLE'
      const status = child.executeTick()
      if (status === 'RUNNING') return 'RUNNING'
      if (status === this.#endsOn) {
        this.decided()
        return status
      }
      this.index += 1
      if (status === 'SKIPPED') this.#skipped += 1
      else if (this.#yields && wasIdle && this.index < count) return this.yielded()
    }
    const allSkipped = this.#skipped === count
    this.haltChildren()
    this.index = 0
    this.#skipped = 0
    if (allSkipped) return 'SKIPPED'
    return this.#endsOn === 'FAILURE' ? 'SUCCESS' : 'FAILURE'
  }

  /** A child has decided: the next tick starts at the first child again. */
  protected decided(): void {
    this.haltChildren()
    this.index = 0
  }
}

export const sequence = builtIn(
  {
    kind: 'control',
    id: 'Sequence',
    description:
      'Runs its children in order; fails at the first that fails, succeeds when all have succeeded.',
  },
  (site, children) => new InOrder(site, children, { endsOn: 'FAILURE' }),
)

export const asyncSequence = builtIn(
  {
    kind: 'control',
    id: 'AsyncSequence',
    description: 'A Sequence that stays RUNNING between its children, so that it can be stopped there.',
  },
  (site, children) => new InOrder(site, children, { endsOn: 'FAILURE', yields: true }),
)

export const fallback = builtIn(
  {
    kind: 'control',
    id: 'Fallback',
    description:
      'Tries its children in order; succeeds at the first that succeeds, fails when all have failed.',
  },
  (site, children) => new InOrder(site, children, { endsOn: 'SUCCESS' }),
)

export const asyncFallback = builtIn(
  {
    kind: 'control',
    id: 'AsyncFallback',
    description: 'A Fallback that stays RUNNING between its children, so that it can be stopped there.',
  },
  (site, children) => new InOrder(site, children, { endsOn: 'SUCCESS', yields: true }),
)
