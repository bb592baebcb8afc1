/** A connection that shows its key. */
export interface KeyHolder {
  key: string | undefined
}

/**
 * Finds out which connection of an endpoint has which key. The bytes do not reveal it (the key is encrypted), and
 * libzmq's ZAP request does not name the connection: so connections present their keys one at a time, and the request
 * belongs to the current one.
 */
export class KeyQueue {
  #current: KeyHolder | undefined
  readonly #waiting = new Map<KeyHolder, () => void>()

  /** @param send forwards its key to libzmq when it is its turn */
  present(one: KeyHolder, send: () => void): void {
    if (this.#current !== undefined) {
      this.#waiting.set(one, send)
      return
    }
    this.#current = one
    send()
  }

  /** Call when libzmq asks about a key. */
  requested(publicKey: string): void {
    if (this.#current !== undefined) this.#current.key = publicKey
  }

  /** Call when it was answered or is gone; starts the next one. */
  done(one: KeyHolder): void {
    this.#waiting.delete(one)
    if (this.#current !== one) return
    this.#current = undefined
    const [next] = this.#waiting
    if (next === undefined) return
    this.#waiting.delete(next[0])
    this.present(...next)
  }
}
