import type { ByteStream } from '#link/byte-stream.js'
import { FrameDecoder, packFrame, type Frame } from '#link/frame.js'

/** Payload lengths of all messages as they were in minor version 1, by type. Frozen: never change it. */
const LENGTHS_1_1: Readonly<Record<number, number>> = {
  0x01: 12,
  0x02: 4,
  0x03: 8,
  0x04: 0,
  0x10: 22,
  0x20: 34,
  0x21: 34,
  0x22: 14,
  0x23: 13,
  0x24: 13,
  0x28: 8,
  0x29: 8,
  0x2a: 12,
  0x2b: 20,
  0x81: 27,
  0x82: 8,
  0x84: 61,
  0x90: 98,
  0x91: 15,
  0xa0: 11,
  0xaf: 4,
}

const [HELLO, HELLO_ACK, NAK] = [0x01, 0x81, 0xaf]

/**
 * A cable at which each side takes the other for one of this minor version, and that counts, as a strict peer of minor
 * version 1 would, what that peer could not read.
 */
export class VersionedCable {
  readonly seen = { frames: 0, foreign: 0, naks: 0 }
  readonly #minor: number
  readonly #decoders = { write: new FrameDecoder(), read: new FrameDecoder() }

  constructor(minor: number) {
    this.#minor = minor
  }

  around = (stream: ByteStream): ByteStream => ({
    get open() {
      return stream.open
    },
    write: (bytes) => stream.write(this.#pass('write', bytes)),
    read: () => this.#pass('read', stream.read()),
    close: () => stream.close(),
  })

  #pass(way: 'write' | 'read', bytes: Uint8Array): Uint8Array {
    return Buffer.concat(this.#decoders[way].feed(bytes).map((frame) => packFrame(this.#judge(frame))))
  }

  #judge(frame: Frame): Frame {
    const { type, payload } = frame
    this.seen.frames++
    if (LENGTHS_1_1[type] !== payload.length) this.seen.foreign++
    if (type === NAK) this.seen.naks++
    if (type !== HELLO && type !== HELLO_ACK) return frame
    const told = payload.slice()
    new DataView(told.buffer).setUint16(2, this.#minor, true)
    return { ...frame, payload: told }
  }
}
