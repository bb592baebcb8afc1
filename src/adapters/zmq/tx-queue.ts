export type Frames = readonly (Uint8Array | string)[]

/**
 * What goes out through one socket, one message after the other. It is bounded: when the socket takes
 * nothing, the newest are dropped and counted, for whoever sends must never wait for whoever does not read.
 */
export class TxQueue {
  readonly #send: (frames: Frames) => Promise<void>
  readonly #most: number
  readonly #queue: Frames[] = []
  #sending = false
  #dropped = 0

  constructor(send: (frames: Frames) => Promise<void>, most: number) {
    this.#send = send
    this.#most = most
  }

  get dropped(): number {
    return this.#dropped
  }

  push(frames: Frames): void {
    if (this.#queue.length >= this.#most) {
      this.#dropped += 1
      return
    }
    this.#queue.push(frames)
    if (!this.#sending) void this.#drain()
  }

  async #drain(): Promise<void> {
    this.#sending = true
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      try {
        await this.#send(next)
      } catch {
        // a peer that is gone, or a socket that was closed, which throws at once: nobody is left to hear of it
        this.#dropped += 1
      }
    }
    this.#sending = false
  }
}
