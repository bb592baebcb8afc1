import { ControlNode } from '#bt/node/kinds.js'
import type { TreeNode } from '#bt/node/node.js'
import type { Status } from '#bt/status.js'
import { BOOL } from '#bt/value/types.js'
import { builtIn, port } from '../builtin.js'

/** All children but the last form a Sequence; when it fails, the last child cleans up, and the node fails. */
class TryCatch extends ControlNode {
  readonly #catchOnHalt = this.ports.input('catch_on_halt', BOOL)
  #index = 0
  #skipped = 0
  #catching = false

  /** With catch_on_halt the last child gets exactly one tick to clean up. */
  override halt(): void {
    if (this.status !== 'IDLE' && !this.#catching && this.#catchOnHalt.tryGet() === true) {
      for (let index = 0; index < this.children.length - 1; index++) this.child(index).haltIfRunning()
      this.#catchChild().executeTick()
    }
    this.#restart()
    super.halt()
  }

  protected override tick(): Status {
    if (this.status === 'IDLE') this.#skipped = 0
    this.setStatus('RUNNING')
    if (this.#catching) return this.#catch()
    const count = this.children.length - 1
    while (this.#index < count) {
      switch (this.child(this.#index).executeTick()) {
        case 'RUNNING':
          return 'RUNNING'
        case 'FAILURE':
          this.haltChildren()
          this.#catching = true
          return this.#catch()
        case 'SUCCESS':
          this.#index += 1
          break
        case 'SKIPPED':
          this.#index += 1
          this.#skipped += 1
          break
      }
    }
    const allSkipped = this.#skipped === count
    this.haltChildren()
    this.#restart()
    this.#skipped = 0
    return allSkipped ? 'SKIPPED' : 'SUCCESS'
  }

  #catch(): Status {
    if (this.#catchChild().executeTick() === 'RUNNING') return 'RUNNING'
    this.haltChildren()
    this.#restart()
    return 'FAILURE'
  }

  #catchChild(): TreeNode {
    return this.child(this.children.length - 1)
  }

  #restart(): void {
    this.#index = 0
    this.#catching = false
  }
}

export const tryCatch = builtIn(
  {
    kind: 'control',
    id: 'TryCatch',
    description:
      'Runs all children but the last in order; when one fails, runs the last to clean up, and then fails.',
    ports: [
      {
        ...port(
          'in',
          'catch_on_halt',
          'bool',
          'If true, execute the catch child when the node is halted during the try-block',
        ),
        default: 'false',
      },
    ],
  },
  (site, children) => new TryCatch(site, children),
)
