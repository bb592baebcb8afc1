import { FrameDecoder, type DecoderCounters, type Rejected } from './frame.js'
import { decodePayload, type CodecError } from './message-codec.js'
import type { Message } from './messages.gen.js'

export type WireDirection = 'toFirmware' | 'toHost'

export interface ObservedMessage {
  readonly direction: WireDirection
  readonly seq: number
  readonly message: Message
}

/**
 * What is on a wire, good and bad. `offset` counts the bytes of this direction from the beginning of the
 * observation.
 */
export type Heard =
  | ({
      readonly kind: 'message'
      /** frames missing before it, by number */ readonly missing: number
    } & ObservedMessage)
  /** no frame */
  | ({ readonly kind: 'damaged'; readonly direction: WireDirection } & Rejected)
  /** a frame with a right CRC whose content the schema does not allow */
  | {
      readonly kind: 'unreadable'
      readonly direction: WireDirection
      readonly seq: number
      readonly error: CodecError
    }

/** Listens to a wire and understands it by the schema alone: an independent witness of what was really sent. */
export class WireObserver {
  readonly #decoders = { toFirmware: new FrameDecoder(), toHost: new FrameDecoder() }
  #unreadable = 0

  /** The messages that these bytes complete. */
  observe(direction: WireDirection, bytes: Uint8Array): ObservedMessage[] {
    return this.listen(direction, bytes).flatMap((heard) => {
      if (heard.kind !== 'message') return []
      return [{ direction, seq: heard.seq, message: heard.message }]
    })
  }

  /** All that these bytes complete, in the order of the wire. */
  listen(direction: WireDirection, bytes: Uint8Array): Heard[] {
    const heard: Heard[] = []
    const decoder = this.#decoders[direction]
    let gaps = decoder.counters.seqGaps
    decoder.scan(
      bytes,
      ({ type, seq, payload }) => {
        const missing = decoder.counters.seqGaps - gaps
        gaps = decoder.counters.seqGaps
        const message = decodePayload(type, payload)
        if (message.ok) heard.push({ kind: 'message', missing, direction, seq, message: message.value })
        else {
          this.#unreadable++
          heard.push({ kind: 'unreadable', direction, seq, error: message.error })
        }
      },
      (rejected) => heard.push({ kind: 'damaged', direction, ...rejected }),
    )
    return heard
  }

  /** frames with a right CRC whose content the schema does not allow */
  get unreadable(): number {
    return this.#unreadable
  }

  counters(direction: WireDirection): Readonly<DecoderCounters> {
    return this.#decoders[direction].counters
  }
}
