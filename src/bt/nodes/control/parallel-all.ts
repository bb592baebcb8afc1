import { ControlNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { INT32 } from '#bt/value/types.js'
import { builtIn, intPort } from '../builtin.js'
import { threshold } from './parallel.js'

/** As in Parallel, the children's own statuses record which have finished. */
class ParallelAll extends ControlNode {
  readonly #maxFailures = this.ports.input('max_failures', INT32)
  #done = 0
  #failed = 0

  override halt(): void {
    this.#done = 0
    this.#failed = 0
    super.halt()
  }

  protected override tick(): Status {
    const count = this.children.length
    const limit = threshold('max_failures', this.#maxFailures.get(), count)
    this.setStatus('RUNNING')
    let skipped = 0
    for (let index = 0; index < count; index++) {
      const child = this.child(index)
      if (child.status === 'SUCCESS' || child.status === 'FAILURE') continue
      switch (child.executeTick()) {
        case 'SUCCESS':
          this.#done += 1
          break
        case 'FAILURE':
          this.#done += 1
          this.#failed += 1
          break
        case 'SKIPPED':
          skipped += 1
          break
        case 'RUNNING':
          break
      }
    }
    if (skipped === count) return 'SKIPPED'
    if (skipped + this.#done < count) return 'RUNNING'
    const failed = this.#failed >= limit
    this.#done = 0
    this.#failed = 0
    this.haltChildren()
    return failed ? 'FAILURE' : 'SUCCESS'
  }
}

export const parallelAll = builtIn(
  {
    kind: 'control',
    id: 'ParallelAll',
    description:
      'Runs all children to their ends at the same time; fails when max_failures of them or more have failed.',
    ports: [
      intPort(
        'max_failures',
        'If the number of children returning FAILURE exceeds this value, ParallelAll returns FAILURE',
        -1024,
        '1',
      ),
    ],
  },
  (site, children) => new ParallelAll(site, children),
)
