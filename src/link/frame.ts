import { crc32c } from '#base/crc32c.js'
import { InvariantError } from '#base/result.js'
import { cobsDecodeInto, cobsEncode } from './cobs.js'

/** `COBS(type u8, flags u8, seq u16, payload, crc32c u32) 0x00`, little endian (firmware-protocol/README.md). */
export interface Frame {
  readonly type: number
  readonly flags: number
  /** counted per direction, for loss statistics only */
  readonly seq: number
  readonly payload: Uint8Array
}

export const MAX_PAYLOAD = 120
const HEADER = 4
const CRC = 4
/** plus one COBS code byte; the delimiter is never stored */
const MAX_CODED = HEADER + MAX_PAYLOAD + CRC + 1

/** Encodes a frame, delimiter included. A payload over 120 bytes is a bug: no message in the schema is that long. */
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
  view.setUint32(checked, crc32c(raw, checked), true)
  const coded = cobsEncode(raw)
  const bytes = new Uint8Array(coded.length + 1)
  bytes.set(coded)
  return bytes
}

/** Counts since the decoder was created. */
export interface DecoderCounters {
  /** all received bytes */
  bytes: number
  /** accepted frames */
  frames: number
  /** not valid COBS */
  badCobs: number
  badCrc: number
  /** shorter than header and CRC */
  badLength: number
  /** longer than any frame; skipped up to the next delimiter */
  oversize: number
  /** frames missing, by sequence number */
  seqGaps: number
}

/** Bytes between two delimiters that are not a frame. */
export interface Rejected {
  readonly why: 'badCobs' | 'badCrc' | 'badLength' | 'oversize'
  /** of its first byte, counted over all bytes fed to the decoder */
  readonly offset: number
  /** without the delimiter; capped at the buffer size when oversize */
  readonly bytes: number
}

/** Decodes bytes, however they are split, into frames that pass the CRC. Buffers at most one frame. */
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
  readonly #coded = new Uint8Array(MAX_CODED)
  readonly #raw = new Uint8Array(MAX_CODED)
  #length = 0
  #skipping = false
  #nextSeq: number | undefined

  feed(bytes: Uint8Array): Frame[] {
    const frames: Frame[] = []
    this.scan(bytes, (frame) => frames.push(frame))
    return frames
  }

  /** Like `feed`, but calls back in wire order, and also for bytes that were not a frame. */
  scan(bytes: Uint8Array, onFrame: (frame: Frame) => void, onRejected?: (rejected: Rejected) => void): void {
    const coded = this.#coded
    const before = this.counters.bytes
    let length = this.#length
    this.counters.bytes += bytes.length
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (byte !== 0) {
        if (length < MAX_CODED) coded[length++] = byte
        else if (!this.#skipping) {
          this.#skipping = true
          this.#reject({ why: 'oversize', offset: before + i - length, bytes: length }, onRejected)
        }
        continue
      }
      if (length > 0 && !this.#skipping) {
        const frame = this.#decodeFrame(length)
        if (typeof frame !== 'string') onFrame(frame)
        else this.#reject({ why: frame, offset: before + i - length, bytes: length }, onRejected)
      }
      this.#skipping = false
      length = 0
    }
    this.#length = length
  }

  #reject(rejected: Rejected, onRejected: ((rejected: Rejected) => void) | undefined): void {
    this.counters[rejected.why]++
    onRejected?.(rejected)
  }

  /** Decodes the bytes before a delimiter; allocates nothing for a rejected frame. */
  #decodeFrame(codedLength: number): Frame | Rejected['why'] {
    const raw = this.#raw
    const length = cobsDecodeInto(this.#coded, codedLength, raw)
    if (length < 0) return 'badCobs'
    if (length < HEADER + CRC) return 'badLength'
    const checked = length - CRC
    if (uint32(raw, checked) !== crc32c(raw, checked)) return 'badCrc'
    const seq = uint16(raw, 2)
    this.counters.frames++
    this.#countGap(seq)
    return { type: raw[0] as number, flags: raw[1] as number, seq, payload: raw.slice(HEADER, checked) }
  }

  #countGap(seq: number): void {
    const ahead = this.#nextSeq === undefined ? 0 : (seq - this.#nextSeq) & 0xffff
    // a retry repeats its original number, which is behind the expected one: not a gap
    if (ahead >= 0x8000) return
    this.counters.seqGaps += ahead
    this.#nextSeq = (seq + 1) & 0xffff
  }
}

const uint16 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
const uint32 = (bytes: Uint8Array, at: number): number =>
  (uint16(bytes, at) | (uint16(bytes, at + 2) << 16)) >>> 0
