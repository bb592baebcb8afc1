import { crc32c } from '../base/crc32c.js'
import { InvariantError } from '../base/result.js'
import { cobsDecode, cobsEncode } from './cobs.js'

/** `COBS(type u8, flags u8, seq u16, payload, crc32c u32) 0x00`, little endian (firmware-protocol/README.md). */
export interface Frame {
  readonly type: number
  readonly flags: number
  /** per direction, for loss statistics only */
  readonly seq: number
  readonly payload: Uint8Array
}

export const MAX_PAYLOAD = 120
const HEADER = 4
const CRC = 4
/** one COBS code byte on top; the delimiter is never stored */
const MAX_CODED = HEADER + MAX_PAYLOAD + CRC + 1

/** Coded bytes with the delimiter. A payload above 120 bytes is a bug: no message of the schema has one. */
export function packFrame(frame: Frame): Uint8Array {
  const { type, flags, seq, payload } = frame
  if (payload.length > MAX_PAYLOAD)
    throw new InvariantError(`payload of ${payload.length} bytes in frame ${type}`)
  const checked = HEADER + payload.length
  const raw = new Uint8Array(checked + CRC)
  const view = new DataView(raw.buffer)
  raw[0] = type
  raw[1] = flags
  view.setUint16(2, seq, true)
  raw.set(payload, HEADER)
  view.setUint32(checked, crc32c(raw.subarray(0, checked)), true)
  const coded = cobsEncode(raw)
  const bytes = new Uint8Array(coded.length + 1)
  bytes.set(coded)
  return bytes
}

/** Counts since the decoder was made. */
export interface DecoderCounters {
  /** all received bytes */
  bytes: number
  /** accepted frames */
  frames: number
  /** not a COBS text */
  badCobs: number
  badCrc: number
  /** shorter than header and CRC */
  badLength: number
  /** longer than any frame: skipped up to the next delimiter */
  oversize: number
  /** frames missing by sequence number */
  seqGaps: number
}

/** Bytes in any portions → frames that passed the CRC. Holds one frame at most, whatever arrives. */
export class FrameDecoder {
  readonly counters: DecoderCounters = {
    bytes: 0,
    frames: 0,
    badCobs: 0,
    badCrc: 0,
    badLength: 0,
    oversize: 0,
    seqGaps: 0,
  }
  readonly #buffer = new Uint8Array(MAX_CODED)
  #length = 0
  #skipping = false
  #nextSeq: number | undefined

  feed(bytes: Uint8Array): Frame[] {
    const frames: Frame[] = []
    this.counters.bytes += bytes.length
    for (const byte of bytes) {
      if (byte === 0) {
        const frame = this.#skipping || this.#length === 0 ? undefined : this.#finish()
        if (frame) frames.push(frame)
        this.#skipping = false
        this.#length = 0
      } else if (this.#skipping) {
        continue
      } else if (this.#length === MAX_CODED) {
        this.counters.oversize++
        this.#skipping = true
      } else {
        this.#buffer[this.#length++] = byte
      }
    }
    return frames
  }

  #finish(): Frame | undefined {
    const raw = cobsDecode(this.#buffer.subarray(0, this.#length))
    if (raw === undefined) return this.#reject('badCobs')
    if (raw.length < HEADER + CRC) return this.#reject('badLength')
    const checked = raw.length - CRC
    const view = new DataView(raw.buffer, raw.byteOffset, raw.length)
    if (view.getUint32(checked, true) !== crc32c(raw.subarray(0, checked))) return this.#reject('badCrc')
    const seq = view.getUint16(2, true)
    this.counters.frames++
    this.#countGap(seq)
    return { type: raw[0] as number, flags: raw[1] as number, seq, payload: raw.slice(HEADER, checked) }
  }

  #reject(why: 'badCobs' | 'badCrc' | 'badLength'): undefined {
    this.counters[why]++
    return undefined
  }

  #countGap(seq: number): void {
    const ahead = this.#nextSeq === undefined ? 0 : (seq - this.#nextSeq) & 0xffff
    // a retry repeats its first number: it lies behind what is expected, and is no gap
    if (ahead >= 0x8000) return
    this.counters.seqGaps += ahead
    this.#nextSeq = (seq + 1) & 0xffff
  }
}
