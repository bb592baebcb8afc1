/** Kind of writer of a blackboard entry: each kind gives the entry a type of its own, which reads back differently. */
export type Writer = 'literal' | 'set' | 'script' | 'loop' | 'skill'

/**
 * What is known about the blackboard before the tree runs. A first walk through the tree fills it, a second one queries
 * it: an entry can be followed only if one kind of writer writes it, and never from a place that is re-run at every
 * tick. Only a summary of the writes is kept, so a query costs the same however many there were.
 */
export class Entries {
  readonly #writes = new Map<string, Writes>()
  #closed = false

  /** Closes it for queries: later writes are ignored. */
  close(): this {
    this.#closed = true
    return this
  }

  /**
   * @param value null: known only at run time
   * @param reevaluatedEachTick written from a place that is re-run at every tick
   */
  write(entry: string, writer: Writer, value: string | null, reevaluatedEachTick: boolean): void {
    if (this.#closed) return
    const writes = this.#writes.get(entry)
    if (writes === undefined) {
      const literal = writer === 'literal' ? value : undefined
      const writers = new Set([writer])
      this.#writes.set(entry, {
        first: writer,
        value,
        count: 1,
        various: false,
        reevaluatedEachTick,
        writers,
        literal,
      })
      return
    }
    writes.count += 1
    writes.various ||= value !== writes.value
    writes.reevaluatedEachTick ||= reevaluatedEachTick
    writes.writers.add(writer)
    if (writer === 'literal' && writes.literal === undefined) writes.literal = value
  }

  /** The text that the entry holds throughout, if it is constant. */
  constant(entry: string): string | undefined {
    const writes = this.#writes.get(entry)
    if (writes?.first !== 'literal' || writes.count > 1) return undefined
    return writes.value ?? undefined
  }

  /** Whether the check can track its value from place to place. */
  isFollowed(entry: string): boolean {
    const writes = this.#writes.get(entry)
    if (writes === undefined) return false
    if (!writes.various && writes.value === null) return false
    if (writes.reevaluatedEachTick && writes.various) return false
    const kinds = [...writes.writers].filter((writer) => writer !== 'skill' && writer !== 'literal')
    return kinds.length <= 1 && this.constant(entry) === undefined
  }

  /** Initial values of the followed entries. */
  initial(): readonly (readonly [string, string])[] {
    return [...this.#writes].flatMap(([entry, { literal }]): [string, string][] =>
      literal !== undefined && literal !== null && this.isFollowed(entry) ? [[entry, literal]] : [],
    )
  }
}

/** Summary of all writes to one entry. */
interface Writes {
  readonly first: Writer
  /** of the first write */
  readonly value: string | null
  count: number
  /** the values differ */
  various: boolean
  reevaluatedEachTick: boolean
  readonly writers: Set<Writer>
  /** of the first literal; undefined when there is none */
  literal: string | null | undefined
}
