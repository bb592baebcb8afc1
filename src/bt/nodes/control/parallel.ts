import { ControlNode } from '#bt/node/kinds.js'
import type { Status } from '#bt/status.js'
import { INT32 } from '#bt/value/types.js'
import { builtIn, intPort } from '../builtin.js'
import { TreeLogicError } from '#bt/node/errors.js'

/**
 * Thresholds are checked after each child, so later children may not be ticked in the deciding tick. A finished child
 * keeps its status until the Parallel ends; that marks the children not to tick again.
 */
class Parallel extends ControlNode {
  readonly #successCount = this.ports.input('success_count', INT32)
  readonly #failureCount = this.ports.input('failure_count', INT32)
  #succeeded = 0
  #failed = 0

  override halt(): void {
    this.#succeeded = 0
    this.#failed = 0
    super.halt()
  }

  protected override tick(): Status {
    const count = this.children.length
    const successCount = this.#successCount.get()
    const need = threshold('success_count', successCount, count)
    const limit = threshold('failure_count', this.#failureCount.get(), count)
    this.setStatus('RUNNING')
    let skipped = 0
    for (let index = 0; index < count; index++) {
      const child = this.child(index)
      if (child.status !== 'SUCCESS' && child.status !== 'FAILURE') {
        switch (child.executeTick()) {
          case 'SUCCESS':
            this.#succeeded += 1
            break
          case 'FAILURE':
            this.#failed += 1
            break
          case 'SKIPPED':
            skipped += 1
            break
          case 'RUNNING':
            break
        }
      }
      // a skipped child counts as a success only when the port is negative ("all but …")
      const done = successCount < 0 ? this.#succeeded + skipped : this.#succeeded
      if (done >= need && !this.#onlySkips(skipped, index + 1)) return this.#finish('SUCCESS')
      if (count - this.#failed < need || this.#tooManyFailed(limit)) return this.#finish('FAILURE')
    }
    return skipped === count ? 'SKIPPED' : 'RUNNING'
  }

  /** In strict mode, children that were all skipped are not a success, whatever the threshold. */
  #onlySkips(skipped: number, ticked: number): boolean {
    return skipped === ticked && !this.host.quirks.parallelSucceedsOnSkips
  }

  #tooManyFailed(limit: number): boolean {
    if (this.#failed !== limit) return false
    return limit > 0 || this.host.quirks.parallelZeroFailures
  }

  #finish(status: 'SUCCESS' | 'FAILURE'): Status {
    this.#succeeded = 0
    this.#failed = 0
    this.haltChildren()
    return status
  }
}

export const parallel = builtIn(
  {
    kind: 'control',
    id: 'Parallel',
    description: 'Runs all children at the same time until enough have succeeded or failed.',
    ports: [
      intPort('success_count', 'number of children that need to succeed to trigger a SUCCESS', -1024, '-1'),
      intPort('failure_count', 'number of children that need to fail to trigger a FAILURE', -1024, '1'),
    ],
  },
  (site, children) => new Parallel(site, children),
)

/**
 * Resolves a threshold to a number of children: -1 means all, -2 all but one, and so on down to none.
 * @throws TreeLogicError when the count exceeds the number of children
 */
export function threshold(port: string, count: number, children: number): number {
  if (count > children) {
    throw new TreeLogicError(`${port} is ${count}, but there are only ${children} children`)
  }
  return count < 0 ? Math.max(children + count + 1, 0) : count
}
