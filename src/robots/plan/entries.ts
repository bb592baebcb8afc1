/** Who writes an entry of the blackboard: the kinds give it different types, which read differently. */
export type Writer = 'literal' | 'set' | 'script' | 'loop' | 'skill'

/**
 * What is known of the blackboard before the tree runs. It is filled by one walk through the tree and asked in a
 * second one: only an entry that one kind of writer writes, and never from a place that is run again at every tick,
 * can be followed. Of the writes only their sum is kept: asking costs the same however many there were.
 */
export class Entries {
  readonly #writes = new Map<string, Writes>()
  #closed = false

  /** The same, to be asked from now on: what is written to it changes nothing. */
  known(): this {
    this.#closed = true
    return this
  }

  /** @param value null: only the run knows; @param shaky written from a place that is run again at every tick */
  write(entry: string, writer: Writer, value: string | null, shaky: boolean): void {
    if (this.#closed) return
    const writes = this.#writes.get(entry)
    if (writes === undefined) {
      const literal = writer === 'literal' ? value : undefined
      const writers = new Set([writer])
      this.#writes.set(entry, { first: writer, value, count: 1, various: false, shaky, writers, literal })
      return
    }
    writes.count += 1
    writes.various ||= value !== writes.value
    writes.shaky ||= shaky
    writes.writers.add(writer)
    if (writer === 'literal' && writes.literal === undefined) writes.literal = value
  }

  /** The text that the entry holds from beginning to end. */
  constant(entry: string): string | undefined {
    const writes = this.#writes.get(entry)
    if (writes?.first !== 'literal' || writes.count > 1) return undefined
    return writes.value ?? undefined
  }

  /** Whether the check can know what it holds at each place. */
  isFollowed(entry: string): boolean {
    const writes = this.#writes.get(entry)
    if (writes === undefined) return false
    if (!writes.various && writes.value === null) return false
    if (writes.shaky && writes.various) return false
    const kinds = [...writes.writers].filter((writer) => writer !== 'skill' && writer !== 'literal')
    return kinds.length <= 1 && this.constant(entry) === undefined
  }

  /** What the followed entries hold at the start. */
  initial(): readonly (readonly [string, string])[] {
    return [...this.#writes].flatMap(([entry, { literal }]): [string, string][] =>
      literal !== undefined && literal !== null && this.isFollowed(entry) ? [[entry, literal]] : [],
    )
  }
}

/** All writes to one entry, summed up. */
interface Writes {
  readonly first: Writer
  /** of the first write */
  readonly value: string | null
  count: number
  /** not all values are the same */
  various: boolean
  shaky: boolean
  readonly writers: Set<Writer>
  /** of the first literal; undefined when there is none */
  literal: string | null | undefined
}
