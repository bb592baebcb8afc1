import type { LeafContext, StatefulAction } from '../leaf.js'
import type { Status } from '../status.js'
import { STRING } from '../value/types.js'
import { TreeNode, type NodeSite } from './node.js'

/** Runs a registered action or condition: `start` when IDLE, `run` while RUNNING, `halt` only while RUNNING. */
export class LeafNode extends TreeNode {
  readonly #action: StatefulAction
  readonly #context: LeafContext
  #args: Readonly<Record<string, string>> = {}

  constructor(site: NodeSite, action: StatefulAction) {
    super(site)
    this.#action = action
    this.#context = {
      path: site.path,
      now: () => site.host.clock.now(),
      input: (port) => site.ports.input(port, STRING).tryGet(),
      output: (port, value) => {
        // an output that the tree gives no place is dropped
        if (site.ports.key(port) !== undefined) site.ports.output(port, STRING).set(value)
      },
      reason: (text) => this.explain(text),
    }
  }

  override get args(): Readonly<Record<string, string>> {
    return this.#args
  }

  override halt(): void {
    if (this.status === 'RUNNING') this.#action.halt(this.#context)
    this.reset()
  }

  protected override tick(): Status {
    const { status } = this
    if (status === 'RUNNING') return this.#action.run(this.#context)
    // an action that its parent did not reset has nothing more to do; a condition is asked again
    if (status !== 'IDLE' && this.site.kind === 'action') return status
    if (this.host.traced) this.#args = this.ports.inputs()
    return this.#action.start(this.#context)
  }
}
