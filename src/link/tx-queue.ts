import { packFrame } from './frame.js'
import { encodePayload, specOf } from './message-codec.js'
import type { Message } from './messages.gen.js'

/** two seconds of peak traffic: a port that accepts nothing for that long is dead */
const MAX_BYTES = 16_384

/** `urgent` (stop, e-stop) goes ahead of every waiting frame and is never dropped; `in-turn` queues. */
export type Urgency = 'urgent' | 'in-turn'

interface Waiting {
  readonly bytes: Uint8Array
  readonly urgency: Urgency
  /** a setpoint has no id, so the firmware cannot tell that it was issued before a stop */
  readonly setpoint: boolean
}

/** Transmit queue drained by the caller; numbers frames in the order in which they were packed. */
export class TxQueue {
  frames = 0
  dropped = 0
  #seq = 0
  #waiting: Waiting[] = []
  #bytes = 0

  /** Packs a whole frame; `undefined` if a number in the message is out of range. */
  pack(message: Message, flags: number): Uint8Array | undefined {
    const payload = encodePayload(message)
    if (!payload.ok) return undefined
    const seq = this.#seq
    this.#seq = (seq + 1) & 0xffff
    return packFrame({ type: specOf(message.kind).id, flags, seq, payload: payload.value })
  }

  /** @returns false if a number in the message is out of range */
  send(message: Message): boolean {
    const bytes = this.pack(message, 0)
    if (bytes) this.#push({ bytes, urgency: 'in-turn', setpoint: specOf(message.kind).role === 'stream' })
    return bytes !== undefined
  }

  /** Queues a frame; one that is already waiting is moved, not duplicated. */
  push(bytes: Uint8Array, urgency: Urgency): void {
    this.withdraw(bytes)
    this.#push({ bytes, urgency, setpoint: false })
  }

  /** Withdraws a frame. @returns true if it was still queued, so this copy was never sent */
  withdraw(bytes: Uint8Array): boolean {
    return this.#remove((waiting) => waiting.bytes === bytes) > 0
  }

  holds(bytes: Uint8Array): boolean {
    return this.#waiting.some((waiting) => waiting.bytes === bytes)
  }

  /** Withdraws every waiting setpoint. */
  withdrawSetpoints(): void {
    this.#remove(({ setpoint }) => setpoint)
  }

  /** Drains the queue. A leading delimiter keeps a partial frame or idle-line noise from swallowing the first one. */
  take(): Uint8Array {
    if (this.#waiting.length === 0) return NOTHING
    const parts = [DELIMITER, ...this.#waiting.map(({ bytes }) => bytes)]
    this.#waiting = []
    this.#bytes = 0
    return joined(parts)
  }

  #push(frame: Waiting): void {
    const urgent = frame.urgency === 'urgent'
    if (!urgent && this.#bytes + frame.bytes.length > MAX_BYTES) {
      this.dropped++
      return
    }
    if (urgent) this.#waiting.unshift(frame)
    else this.#waiting.push(frame)
    this.#bytes += frame.bytes.length
    this.frames++
  }

  #remove(which: (waiting: Waiting) => boolean): number {
    const removed = this.#waiting.filter(which)
    if (removed.length === 0) return 0
    this.#waiting = this.#waiting.filter((waiting) => !which(waiting))
    this.#bytes -= removed.reduce((sum, { bytes }) => sum + bytes.length, 0)
    this.frames -= removed.length
    return removed.length
  }
}

const DELIMITER = new Uint8Array(1)
const NOTHING = new Uint8Array(0)

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
