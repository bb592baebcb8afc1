import { ControlNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { builtIn } from '../builtin.js'

/** Children that succeeded are not rerun: the index survives a failure and, under compat 4.10, a halt. */
class SequenceWithMemory extends ControlNode {
  #index = 0
  #skipped = 0

  override halt(): void {
    if (!this.host.quirks.memorySurvivesHalt) this.#index = 0
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
          this.haltChildren(this.#index)
          return 'FAILURE'
        case 'SUCCESS':
          this.#index += 1
          if (wasIdle && this.#index < count) return this.yielded()
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

export const sequenceWithMemory = builtIn(
  {
    kind: 'control',
    id: 'SequenceWithMemory',
    description: 'A Sequence that, started again after a failure, goes on at the child that failed.',
  },
  (site, children) => new SequenceWithMemory(site, children),
)
