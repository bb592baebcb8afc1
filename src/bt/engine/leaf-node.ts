import type { LeafContext, StatefulAction } from '../leaf.js'
import type { TickStatus } from '../status.js'
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
      input: (port) => site.ports.read(port),
      output: (port, value) => site.ports.write(port, value),
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

  protected override tick(): TickStatus {
    if (this.status === 'RUNNING') return this.#action.run(this.#context)
    this.#args = this.ports.inputs()
    return this.#action.start(this.#context)
  }
}
