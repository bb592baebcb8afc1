import { ControlNode } from '../../engine/control-node.js'
import { TreeLogicError } from '../../engine/errors.js'
import type { TickStatus } from '../../status.js'
import { builtIn, intPort } from '../builtin.js'

/** Thresholds are tested after each child, so later children may not be ticked at all in the deciding tick. */
class Parallel extends ControlNode {
  readonly #succeeded = new Set<number>()
  readonly #failed = new Set<number>()

  override halt(): void {
    this.#forget()
    super.halt()
  }

  protected override tick(): TickStatus {
    const successCount = this.ports.readInt('success_count')
    const need = this.#threshold('success_count', successCount)
    const limit = this.#threshold('failure_count', this.ports.readInt('failure_count'))
    this.setStatus('RUNNING')
    let skipped = 0
    for (let index = 0; index < this.children.length; index++) {
      if (this.#tickUnfinished(index) === 'SKIPPED') skipped += 1
      // a skipped child counts for success only when the port says "all but …" (negative)
      const done = this.#succeeded.size + (successCount < 0 ? skipped : 0)
      if (done >= need) return this.#finish('SUCCESS')
      const possible = this.children.length - this.#failed.size
      if (possible < need || this.#failed.size === limit) return this.#finish('FAILURE')
    }
    return skipped === this.children.length ? 'SKIPPED' : 'RUNNING'
  }

  #tickUnfinished(index: number): TickStatus | undefined {
    if (this.#succeeded.has(index) || this.#failed.has(index)) return undefined
    const status = this.child(index).executeTick()
    switch (status) {
      case 'SUCCESS':
        this.#succeeded.add(index)
        break
      case 'FAILURE':
        this.#failed.add(index)
        break
      case 'RUNNING':
      case 'SKIPPED':
        break
    }
    return status
  }

  /** -1 means all children, -2 all but one, … */
  #threshold(port: string, count: number): number {
    if (count > this.children.length) {
      throw new TreeLogicError(`${port} is ${count}, but there are only ${this.children.length} children`)
    }
    return count < 0 ? Math.max(this.children.length + count + 1, 0) : count
  }

  #finish(status: 'SUCCESS' | 'FAILURE'): TickStatus {
    this.#forget()
    this.haltChildren()
    return status
  }

  #forget(): void {
    this.#succeeded.clear()
    this.#failed.clear()
  }
}

export const parallel = builtIn(
  'control',
  'Parallel',
  'Runs all children at the same time until enough have succeeded or failed.',
  (site, children) => new Parallel(site, children),
  [
    intPort('success_count', 'Successes needed; -1 = all, -2 = all but one.', -1024, '-1'),
    intPort('failure_count', 'Failures at which it fails; -1 = all.', -1024, '1'),
  ],
)
