/** entries kept; far more than a day in one session produces */
const MAX_REMEMBERED = 65_536

/**
 * The core of law 2, whatever carries the commands: an id names one command, a permit covers one command, an id is
 * executed once. Those who watch a wire judge by this alone. Bounded: the oldest entries are forgotten.
 */
export class OnceOnly<M> {
  readonly #commands = new BoundedMap<{ readonly text: string; readonly message: M }>()
  readonly #permits = new BoundedMap<M>()
  readonly #executed = new BoundedMap<number>()

  /** A command was sent. @returns the other command that had this id; `again` if it was this very one */
  sent(id: string, message: M): M | 'again' | undefined {
    const text = JSON.stringify(message)
    const before = this.#commands.get(id)
    if (before === undefined) this.#commands.set(id, { text, message })
    else return before.text === text ? 'again' : before.message
    return undefined
  }

  /** A command claims a permit. @returns the earlier command that had it */
  permitted(permit: string, message: M): M | undefined {
    const before = this.#permits.get(permit)
    this.#permits.set(permit, message)
    return before
  }

  /** A command was accepted. @param mark of the acceptance, the same in copies that the line makes of it */
  executed(id: string, mark: number): 'first' | 'copy' | 'twice' {
    const before = this.#executed.get(id)
    if (before !== undefined) return before === mark ? 'copy' : 'twice'
    this.#executed.set(id, mark)
    return 'first'
  }
}

/** A map that evicts its oldest entry when full. */
class BoundedMap<V> {
  readonly #map = new Map<string, V>()

  get(key: string): V | undefined {
    return this.#map.get(key)
  }

  set(key: string, value: V): void {
    this.#map.set(key, value)
    if (this.#map.size <= MAX_REMEMBERED) return
    const oldest = this.#map.keys().next().value
    if (oldest !== undefined) this.#map.delete(oldest)
  }
}
