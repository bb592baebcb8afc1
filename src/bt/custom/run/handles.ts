import type { TreeNode } from '#bt/engine/node.js'
import type { Status, TickStatus } from '#bt/status.js'
import type { Child, Children } from '../context.js'

/** What a decorator's code sees of its child. */
export class ChildHandle implements Child {
  readonly #node: TreeNode

  constructor(node: TreeNode) {
    this.#node = node
  }

  get name(): string {
    return this.#node.site.name
  }

  get status(): Status {
    return this.#node.status
  }

  tick(): TickStatus {
    // a finished node that is ticked again would not be asked for its preconditions
    if (this.#node.status === 'SUCCESS' || this.#node.status === 'FAILURE') this.#node.reset()
    return this.#node.executeTick()
  }

  halt(): void {
    this.#node.haltIfRunning()
  }
}

/** What a control's code sees of its children. */
export class ChildrenHandle implements Children {
  readonly #children: readonly ChildHandle[]

  constructor(nodes: readonly TreeNode[]) {
    this.#children = nodes.map((node) => new ChildHandle(node))
  }

  get count(): number {
    return this.#children.length
  }

  name(index: number): string {
    return this.#at(index).name
  }

  status(index: number): Status {
    return this.#at(index).status
  }

  tick(index: number): TickStatus {
    return this.#at(index).tick()
  }

  halt(index: number): void {
    this.#at(index).halt()
  }

  haltAll(first = 0): void {
    for (const child of this.#children.slice(first)) child.halt()
  }

  #at(index: number): ChildHandle {
    const child = this.#children[index]
    if (child === undefined)
      throw new RangeError(`there is no child ${index}; the node has ${this.count}, from 0 on`)
    return child
  }
}
