import { FrameDecoder, type DecoderCounters } from './frame.js'
import { decodePayload } from './message-codec.js'
import type { Message } from './messages.gen.js'

export type WireDirection = 'toFirmware' | 'toHost'

export interface ObservedMessage {
  readonly direction: WireDirection
  readonly seq: number
  readonly message: Message
}

/** Listens to a wire and understands it by the schema alone: an independent witness of what was really sent. */
export class WireObserver {
  readonly #decoders = { toFirmware: new FrameDecoder(), toHost: new FrameDecoder() }
  #unreadable = 0

  /** The messages that these bytes complete. */
  observe(direction: WireDirection, bytes: Uint8Array): ObservedMessage[] {
    return this.#decoders[direction].feed(bytes).flatMap(({ type, seq, payload }) => {
      const message = decodePayload(type, payload)
      if (message.ok) return [{ direction, seq, message: message.value }]
      this.#unreadable++
      return []
    })
  }

  /** frames with a right CRC whose content the schema does not allow */
  get unreadable(): number {
    return this.#unreadable
  }

  counters(direction: WireDirection): Readonly<DecoderCounters> {
    return this.#decoders[direction].counters
  }
}
