import type { DecoderCounters } from './scanner-point.js'

/** How packets of one length are recognised in a stream of bytes. */
export interface PacketFormat {
  readonly length: number
  /** how many of the first bytes `begins` looks at */
  readonly head: number
  /** whether `count` bytes, at most `head`, can be the first of a packet */
  begins(bytes: Uint8Array, from: number, count: number): boolean
  /** whether a whole packet is as it was sent, as far as can be told */
  holds(packet: Uint8Array): boolean
}

/** A right packet. Its bytes are valid only until the next one is looked for. */
export interface FoundPacket {
  readonly bytes: Uint8Array
  /** how many bytes of the portion came after it */
  readonly after: number
  /** how many bytes since the packet before belonged to none */
  readonly skipped: number
}

/**
 * Finds packets in a stream that may begin anywhere and may be damaged. After damage it looks for the next beginning
 * within the bytes that it has, so a right packet is never lost to a wrong one before it. Holds one packet at most.
 */
export class PacketFinder {
  readonly #format: PacketFormat
  readonly #bytes: Uint8Array
  #have = 0
  #skipped = 0
  #packets = 0
  #damaged = 0
  #skippedBytes = 0

  constructor(format: PacketFormat) {
    this.#format = format
    this.#bytes = new Uint8Array(format.length)
  }

  get counters(): DecoderCounters {
    return { packets: this.#packets, damaged: this.#damaged, skippedBytes: this.#skippedBytes }
  }

  feed(portion: Uint8Array, found: (packet: FoundPacket) => void): void {
    const { length, head } = this.#format
    for (let i = 0; i < portion.length; i++) {
      this.#bytes[this.#have++] = portion[i] as number
      if (this.#have <= head && !this.#format.begins(this.#bytes, 0, this.#have)) this.#search()
      if (this.#have < length) continue
      if (this.#format.holds(this.#bytes)) this.#emit(portion.length - 1 - i, found)
      else {
        this.#damaged++
        this.#search()
      }
    }
  }

  #emit(after: number, found: (packet: FoundPacket) => void): void {
    const skipped = this.#skipped
    this.#packets++
    this.#have = 0
    this.#skipped = 0
    found({ bytes: this.#bytes, after, skipped })
  }

  /** Drops the first byte, and more until what is left can begin a packet. */
  #search(): void {
    const { head } = this.#format
    let from = 1
    while (from < this.#have && !this.#format.begins(this.#bytes, from, Math.min(head, this.#have - from)))
      from++
    this.#bytes.copyWithin(0, from, this.#have)
    this.#have -= from
    this.#skipped += from
    this.#skippedBytes += from
  }
}
