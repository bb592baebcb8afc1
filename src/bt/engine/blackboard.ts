/**
 * The shared memory of one tree instance. Each SubTree has its own; ports of the SubTree tag join single keys with
 * the parent's (remapping). A key that starts with `@` always means the outermost blackboard.
 */
export class Blackboard {
  readonly #entries = new Map<string, string>()
  readonly #parent: Blackboard | undefined
  readonly #remap: ReadonlyMap<string, string>
  readonly #autoremap: boolean

  /**
   * @param remap own key → the parent's key
   * @param autoremap forward every key that neither `remap` nor an own entry has, except private ones (`_key`)
   */
  constructor(parent?: Blackboard, remap: ReadonlyMap<string, string> = new Map(), autoremap = false) {
    this.#parent = parent
    this.#remap = remap
    this.#autoremap = autoremap
  }

  get(key: string): string | undefined {
    const { board, key: own } = this.#resolve(key)
    return board.#entries.get(own)
  }

  set(key: string, value: string): void {
    const { board, key: own } = this.#resolve(key)
    board.#entries.set(own, value)
  }

  /** Stores an entry here, so that it is not forwarded to the parent. */
  setOwn(key: string, value: string): void {
    this.#entries.set(key, value)
  }

  /** Entries that are stored here, without those of the parent. */
  entries(): ReadonlyMap<string, string> {
    return this.#entries
  }

  #resolve(key: string): { board: Blackboard; key: string } {
    if (key.startsWith('@')) return { board: this.#outermost(), key: key.slice(1) }
    if (this.#parent === undefined) return { board: this, key }
    const remapped = this.#remap.get(key)
    if (remapped !== undefined) return this.#parent.#resolve(remapped)
    const forward = this.#autoremap && !key.startsWith('_') && !this.#entries.has(key)
    return forward ? this.#parent.#resolve(key) : { board: this, key }
  }

  #outermost(): Blackboard {
    return this.#parent === undefined ? this : this.#parent.#outermost()
  }
}
