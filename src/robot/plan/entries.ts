/** Who writes an entry of the blackboard: the kinds give it different types, which read differently. */
export type Writer = 'literal' | 'set' | 'script' | 'loop' | 'skill'

/**
 * What is known of the blackboard before the tree runs. It is filled by one walk through the tree and asked in a
 * second one: only an entry that one kind of writer writes, and never from a place that is run again at every tick,
 * can be followed.
 */
export class Entries {
  readonly #writes = new Map<string, { writer: Writer; value: string | null; shaky: boolean }[]>()
  #closed = false

  /** The same, to be asked from now on: what is written to it changes nothing. */
  known(): this {
    this.#closed = true
    return this
  }

  /** @param value null: only the run knows; @param shaky written from a place that is run again at every tick */
  write(entry: string, writer: Writer, value: string | null, shaky: boolean): void {
    if (this.#closed) return
    const writes = this.#writes.get(entry) ?? []
    this.#writes.set(entry, writes)
    writes.push({ writer, value, shaky })
  }

  /** The text that the entry holds from beginning to end. */
  constant(entry: string): string | undefined {
    const writes = this.#writes.get(entry) ?? []
    const [first, ...more] = writes
    if (first?.writer !== 'literal' || more.length > 0) return undefined
    return first.value ?? undefined
  }

  /** Whether the check can know what it holds at each place. */
  isFollowed(entry: string): boolean {
    const writes = this.#writes.get(entry) ?? []
    const kinds = new Set(writes.map(({ writer }) => writer).filter((writer) => writer !== 'skill'))
    const values = new Set(writes.map(({ value }) => value))
    if (values.size === 1 && values.has(null)) return false
    if (writes.some(({ shaky }) => shaky) && values.size > 1) return false
    kinds.delete('literal')
    return writes.length > 0 && kinds.size <= 1 && this.constant(entry) === undefined
  }

  /** What the followed entries hold at the start. */
  initial(): readonly (readonly [string, string])[] {
    return [...this.#writes].flatMap(([entry, writes]): [string, string][] => {
      const first = writes.find(({ writer }) => writer === 'literal')?.value
      return first !== undefined && first !== null && this.isFollowed(entry) ? [[entry, first]] : []
    })
  }
}
