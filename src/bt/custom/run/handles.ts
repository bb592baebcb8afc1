import type { TreeNode } from '#bt/node/node.js'
import type { Status, TickStatus } from '#bt/status.js'
import type { Child, Children } from '../context.js'
import { TreeLogicError } from '#bt/node/errors.js'

/** The view that a decorator's code has of its child. */
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
    // preconditions of a finished node would not be evaluated if it were ticked again without a reset
    if (this.#node.status === 'SUCCESS' || this.#node.status === 'FAILURE') this.#node.reset()
    return this.#node.executeTick()
  }

  halt(): void {
    this.#node.haltIfRunning()
  }
}

/** The view that a control's code has of its children. */
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

/**
 * Checks a status that the user's code returned. TypeScript checks it too, but plugins may be written in JavaScript.
 * @throws TreeLogicError when it is not one of those allowed
 */
export function checkStatus<S extends Status>(status: unknown, allowed: readonly S[], call: string): S {
  const found = allowed.find((one) => one === status)
  if (found !== undefined) return found
  if (isThenable(status)) {
    throw new TreeLogicError(
      `${call} returned a promise; a node that waits for one is made with defineAsyncAction`,
    )
  }
  const what = typeof status === 'string' ? `"${status}"` : status === null ? 'null' : typeof status
  const words = [allowed.slice(0, -1).join(', '), allowed.at(-1)].filter((part) => part !== '').join(' or ')
  throw new TreeLogicError(`${call} returned ${what}; it must return ${words}`)
}

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
