export type Frames = readonly (Uint8Array | string)[]

/**
 * Sends messages through one socket, one at a time. The queue is bounded: when the socket accepts nothing, the newest
 * messages are dropped and counted, because a sender must never wait for a peer that does not read.
 */
export class TxQueue {
  readonly #send: (frames: Frames) => Promise<void>
  readonly #max: number
  readonly #queue: Frames[] = []
  #sending = false
  #dropped = 0

  constructor(send: (frames: Frames) => Promise<void>, max: number) {
    this.#send = send
    this.#max = max
  }

  get dropped(): number {
    return this.#dropped
  }

  push(frames: Frames): void {
    if (this.#queue.length >= this.#max) {
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
        // the peer is gone or the socket was closed: there is nobody to report it to
        this.#dropped += 1
      }
    }
    this.#sending = false
  }
}
