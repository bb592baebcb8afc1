/** A connection that shows its key. */
export interface Shows {
  key: string | undefined
}

/**
 * Finds out which connection of an endpoint has which key. The bytes do not reveal it (the key is encrypted), and
 * libzmq's ZAP request does not name the connection: so connections present their keys one at a time, and the request
 * belongs to the current one.
 */
export class KeyQueue {
  #now: Shows | undefined
  readonly #waiting = new Map<Shows, () => void>()

  /** @param send forwards its key to libzmq when it is its turn */
  show(one: Shows, send: () => void): void {
    if (this.#now !== undefined) {
      this.#waiting.set(one, send)
      return
    }
    this.#now = one
    send()
  }

  /** Call when libzmq asks about a key. */
  asked(publicKey: string): void {
    if (this.#now !== undefined) this.#now.key = publicKey
  }

  /** Call when it was answered or is gone; starts the next one. */
  shown(one: Shows): void {
    this.#waiting.delete(one)
    if (this.#now !== one) return
    this.#now = undefined
    const [next] = this.#waiting
    if (next === undefined) return
    this.#waiting.delete(next[0])
    this.show(...next)
  }
}
