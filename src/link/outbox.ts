import { packFrame } from './frame.js'
import { encodePayload, specOf } from './message-codec.js'
import type { Message } from './messages.gen.js'

/** two seconds of the fullest traffic: a port that takes nothing for that long is dead */
const MAX_BYTES = 16_384
const DELIMITER = new Uint8Array(1)

/** Frames that wait for the caller to carry them away; numbers them in the order in which they were made. */
export class Outbox {
  frames = 0
  dropped = 0
  #seq = 0
  /** a delimiter first: whatever half a frame is in the receiver must not swallow ours */
  #parts: Uint8Array[] = [DELIMITER]
  #bytes = 1

  /** A whole frame, or `undefined` if a number of the message is out of its range. */
  pack(message: Message, flags: number): Uint8Array | undefined {
    const payload = encodePayload(message)
    if (!payload.ok) return undefined
    const seq = this.#seq
    this.#seq = (seq + 1) & 0xffff
    return packFrame({ type: specOf(message.kind).id, flags, seq, payload: payload.value })
  }

  /** @returns false if a number of the message is out of its range */
  send(message: Message): boolean {
    const bytes = this.pack(message, 0)
    if (bytes) this.push(bytes, false)
    return bytes !== undefined
  }

  /** @param first before everything that waits, and never dropped: for stop and e-stop */
  push(bytes: Uint8Array, first: boolean): void {
    if (!first && this.#bytes + bytes.length > MAX_BYTES) {
      this.dropped++
      return
    }
    const parts = first ? [DELIMITER, bytes] : [bytes]
    if (first) this.#parts.unshift(...parts)
    else this.#parts.push(...parts)
    this.#bytes += parts.reduce((sum, part) => sum + part.length, 0)
    this.frames++
  }

  take(): Uint8Array {
    const bytes = new Uint8Array(this.#bytes)
    let at = 0
    for (const part of this.#parts) {
      bytes.set(part, at)
      at += part.length
    }
    this.#parts = []
    this.#bytes = 0
    return bytes
  }
}
