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
 * Anything seen on a wire, valid or not. `offset` counts the bytes in this direction since the observation
 * began.
 */
export type WireObservation =
  | ({
      readonly kind: 'message'
      /** frames missing before it, by sequence number */ readonly missing: number
    } & ObservedMessage)
  /** not a frame */
  | ({ readonly kind: 'damaged'; readonly direction: WireDirection } & Rejected)
  /** a frame with a valid CRC whose content violates the schema */
  | {
      readonly kind: 'unreadable'
      readonly direction: WireDirection
      readonly seq: number
      readonly error: CodecError
    }

/** Decodes a wire from the schema alone: an independent witness of what was really sent. */
export class WireObserver {
  readonly #decoders = { toFirmware: new FrameDecoder(), toHost: new FrameDecoder() }
  #unreadable = 0

  /** Returns the messages completed by these bytes. */
  observe(direction: WireDirection, bytes: Uint8Array): ObservedMessage[] {
    return this.observeAll(direction, bytes).flatMap((event) => {
      if (event.kind !== 'message') return []
      return [{ direction, seq: event.seq, message: event.message }]
    })
  }

  /** Returns everything completed by these bytes, in wire order. */
  observeAll(direction: WireDirection, bytes: Uint8Array): WireObservation[] {
    const events: WireObservation[] = []
    const decoder = this.#decoders[direction]
    let gaps = decoder.counters.seqGaps
    decoder.scan(
      bytes,
      ({ type, seq, payload }) => {
        const missing = decoder.counters.seqGaps - gaps
        gaps = decoder.counters.seqGaps
        const message = decodePayload(type, payload)
        if (message.ok) events.push({ kind: 'message', missing, direction, seq, message: message.value })
        else {
          this.#unreadable++
          events.push({ kind: 'unreadable', direction, seq, error: message.error })
        }
      },
      (rejected) => events.push({ kind: 'damaged', direction, ...rejected }),
    )
    return events
  }

  /** frames with a valid CRC whose content violates the schema */
  get unreadable(): number {
    return this.#unreadable
  }

  counters(direction: WireDirection): Readonly<DecoderCounters> {
    return this.#decoders[direction].counters
  }
}
