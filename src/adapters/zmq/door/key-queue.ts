/** Who shows a key. */
export interface Shows {
  key: string | undefined
}

/**
 * Which connection of an endpoint shows which key. The bytes do not tell (the key is encrypted), and
 * libzmq's question does not say whose it is: so one at a time shows its key, and the question is about that
 * one.
 */
export class KeyQueue {
  #now: Shows | undefined
  readonly #waiting = new Map<Shows, () => void>()

  /** @param send hands its key on to libzmq, when it is its turn */
  show(one: Shows, send: () => void): void {
    if (this.#now !== undefined) {
      this.#waiting.set(one, send)
      return
    }
    this.#now = one
    send()
  }

  /** libzmq asks about a key. */
  asked(publicKey: string): void {
    if (this.#now !== undefined) this.#now.key = publicKey
  }

  /** It was answered, or is gone: the next one's turn. */
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
