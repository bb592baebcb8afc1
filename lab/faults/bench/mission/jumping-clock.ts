import type { Tree } from '#bt/engine/tree.js'

/** The wall clock of this process, set forwards and backwards while a mission runs. */
export class JumpingClock {
  readonly #now = Date.now
  #offset = 0

  constructor() {
    Date.now = () => this.#now() + this.#offset
  }

  /** @param to milliseconds off the right time */
  jump(to: number): void {
    this.#offset = to
  }

  restore(): void {
    Date.now = this.#now
  }
}

/** Makes the tree's leaves throw in their own tick once `crash.due` is set. @param countInjection for each exception */
export function crashWhenDue(tree: Tree, crash: { readonly due: boolean }, countInjection: () => void): void {
  for (const node of tree.nodes.filter(({ children }) => children.length === 0)) {
    const tick = Reflect.get(node, 'tick') as () => unknown
    const value = (): unknown => {
      if (!crash.due) return tick.call(node)
      countInjection()
      throw new TypeError("Cannot read properties of undefined (reading 'pose')")
    }
    Object.defineProperty(node, 'tick', { value })
  }
}
