import { ControlNode } from '../../engine/control-node.js'
import type { TickStatus } from '../../status.js'
import { builtIn } from '../builtin.js'

/** The index survives both a failure and a halt: children that succeeded are not run again. */
class SequenceWithMemory extends ControlNode {
  #index = 0
  #skipped = 0

  protected override tick(): TickStatus {
    this.setStatus('RUNNING')
    while (this.#index < this.children.length) {
      const child = this.child(this.#index)
      const wasIdle = child.status === 'IDLE'
      const status = child.executeTick()
      switch (status) {
        case 'RUNNING':
          return 'RUNNING'
        case 'FAILURE':
          this.haltChildren(this.#index)
          return 'FAILURE'
        case 'SUCCESS':
          this.#index += 1
          if (wasIdle && this.#index < this.children.length) return 'RUNNING'
          break
        case 'SKIPPED':
          this.#index += 1
          this.#skipped += 1
          break
      }
    }
    const allSkipped = this.#skipped === this.children.length
    this.haltChildren()
    this.#index = 0
    this.#skipped = 0
    return allSkipped ? 'SKIPPED' : 'SUCCESS'
  }
}

export const sequenceWithMemory = builtIn(
  'control',
  'SequenceWithMemory',
  'A Sequence that, started again after a failure, goes on at the child that failed.',
  (site, children) => new SequenceWithMemory(site, children),
)
