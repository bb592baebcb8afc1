import { crc32c } from '#base/crc32c.js'
import { PROTOCOL } from '#link/messages.gen.js'
import type { WireDirection } from '#link/wire-observer.js'

/**
 * A wire on disk (docs/tap.md): a header, then records `length u32, kind u8, 0 0 0, time u64, bytes, crc32c u32`,
 * little endian. Each record is independent, so that a torn tail or a bad sector costs only what it hit.
 */
export const WIRE_HEADER_BYTES = 16
/** bytes of a record in addition to its data */
export const RECORD_FRAME = 20
/** a longer chunk is written as several records */
export const MAX_RECORD_DATA = 1024

const MAGIC = 'graftwir'
const VERSION = 1
const HEAD = 16

const KINDS = ['toFirmware', 'toHost', 'lost', 'full', 'end'] as const
type Kind = (typeof KINDS)[number]

/** The clock of the records' times: that of a virtual robot, or a monotonic clock. */
export type WireClock = 'virtual' | 'monotonic'

/** @param at µs since the recording's clock began, up to 2⁵³ */
export type WireMark =
  /** the recorder could not keep up with the wire: this many bytes are missing here */
  | { readonly kind: 'lost'; readonly bytes: number }
  /** the size limit was reached, or the disk ran low: nothing follows */
  | { readonly kind: 'full' }
  /** the recorder was closed in good order: nothing follows */
  | { readonly kind: 'end' }

export function wireHeader(clock: WireClock): Uint8Array {
  const bytes = new Uint8Array(WIRE_HEADER_BYTES)
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i)
  bytes[8] = VERSION
  bytes[9] = clock === 'virtual' ? 0 : 1
  new DataView(bytes.buffer).setUint32(12, PROTOCOL.schemaHash, true)
  return bytes
}

/** A chunk of wire as one record, or as several when it is longer than `MAX_RECORD_DATA`. @param at µs */
export function wireRecords(direction: WireDirection, at: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_RECORD_DATA) return record(direction, at, bytes)
  const parts: Uint8Array[] = []
  for (let from = 0; from < bytes.length; from += MAX_RECORD_DATA)
    parts.push(record(direction, at, bytes.subarray(from, from + MAX_RECORD_DATA)))
  return Buffer.concat(parts)
}

/** @param at µs */
export function wireMark(mark: WireMark, at: number): Uint8Array {
  if (mark.kind !== 'lost') return record(mark.kind, at, new Uint8Array(0))
  const count = new Uint8Array(4)
  new DataView(count.buffer).setUint32(0, Math.min(mark.bytes, 0xffffffff), true)
  return record('lost', at, count)
}

function record(kind: Kind, at: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + RECORD_FRAME)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length, true)
  bytes[4] = KINDS.indexOf(kind)
  view.setUint32(8, at % 2 ** 32, true)
  view.setUint32(12, Math.floor(at / 2 ** 32), true)
  bytes.set(data, HEAD)
  view.setUint32(HEAD + data.length, crc32c(bytes.subarray(0, HEAD + data.length)), true)
  return bytes
}

/** An entry of a wire file; `offset` is that of its first byte in the file. */
export type WireEntry =
  | {
      readonly kind: 'bytes'
      readonly offset: number
      /** µs */
      readonly at: number
      readonly direction: WireDirection
      readonly bytes: Uint8Array
    }
  | { readonly kind: 'mark'; readonly offset: number; readonly at: number; readonly mark: WireMark }
  /** bytes of the file that belong to no record */
  | { readonly kind: 'damaged'; readonly offset: number; readonly bytes: number }
  /** the file ends within a record: its writer was killed, or is still writing */
  | { readonly kind: 'torn'; readonly offset: number; readonly bytes: number }

export type WireFileError =
  /** fewer bytes than a header */
  | { readonly kind: 'short'; readonly bytes: number }
  | { readonly kind: 'noWire' }
  | { readonly kind: 'version'; readonly got: number }
  | { readonly kind: 'schema'; readonly got: number }

/** The header's clock, or why this file cannot be read as a wire file. */
export function readWireHeader(bytes: Uint8Array): WireClock | WireFileError {
  if (bytes.length < WIRE_HEADER_BYTES) return { kind: 'short', bytes: bytes.length }
  if (String.fromCharCode(...bytes.subarray(0, 8)) !== MAGIC) return { kind: 'noWire' }
  if (bytes[8] !== VERSION) return { kind: 'version', got: bytes[8] as number }
  const got = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true)
  if (got !== PROTOCOL.schemaHash) return { kind: 'schema', got }
  return bytes[9] === 0 ? 'virtual' : 'monotonic'
}

/** Parses a wire file after its header, fed in portions of any size. Buffers at most one record and one portion. */
export class WireFileReader {
  #rest: Uint8Array = new Uint8Array(0)
  /** of the first byte of `#rest` in the file */
  #offset = WIRE_HEADER_BYTES
  /** bytes before `#rest` that belong to no record */
  #skipped = 0

  feed(bytes: Uint8Array): WireEntry[] {
    const all = new Uint8Array(this.#rest.length + bytes.length)
    all.set(this.#rest)
    all.set(bytes, this.#rest.length)
    return this.#read(all, false)
  }

  /** Ends the file. @returns the records in its last bytes, and what is torn */
  end(): WireEntry[] {
    const entries = this.#read(this.#rest, true)
    if (this.#skipped > 0)
      entries.push({ kind: 'torn', offset: this.#offset - this.#skipped, bytes: this.#skipped })
    this.#skipped = 0
    return entries
  }

  #read(all: Uint8Array, last: boolean): WireEntry[] {
    const entries: WireEntry[] = []
    const view = new DataView(all.buffer, all.byteOffset, all.length)
    let at = 0
    while (at < all.length) {
      const length = lengthAt(all, view, at)
      if (length === 'unknown' && !last) break
      if (typeof length === 'number') {
        const end = at + length + RECORD_FRAME
        if (end > all.length && !last) break
        const entry =
          end > all.length ? undefined : entryAt(all, view, { at, length, offset: this.#offset + at })
        if (entry !== undefined) {
          if (this.#skipped > 0)
            entries.push({
              kind: 'damaged',
              offset: this.#offset + at - this.#skipped,
              bytes: this.#skipped,
            })
          this.#skipped = 0
          entries.push(entry)
          at = end
          continue
        }
      }
      this.#skipped++
      at++
    }
    this.#rest = all.slice(at)
    this.#offset += at
    return entries
  }
}

/** Length of the record that may begin here: `none` if none can, `unknown` if there are too few bytes to tell. */
function lengthAt(all: Uint8Array, view: DataView, at: number): number | 'none' | 'unknown' {
  if (all.length - at < 8) return 'unknown'
  const length = view.getUint32(at, true)
  const kind = KINDS[all[at + 4] as number]
  const zero = all[at + 5] === 0 && all[at + 6] === 0 && all[at + 7] === 0
  if (kind === undefined || !zero || length > MAX_RECORD_DATA) return 'none'
  const fits = kind === 'lost' ? length === 4 : kind === 'full' || kind === 'end' ? length === 0 : length > 0
  return fits ? length : 'none'
}

interface EntryPlace {
  readonly at: number
  readonly length: number
  readonly offset: number
}

function entryAt(all: Uint8Array, view: DataView, { at, length, offset }: EntryPlace): WireEntry | undefined {
  const checked = at + HEAD + length
  if (view.getUint32(checked, true) !== crc32c(all.subarray(at, checked))) return undefined
  const time = view.getUint32(at + 12, true) * 2 ** 32 + view.getUint32(at + 8, true)
  const kind = KINDS[all[at + 4] as number] as Kind
  switch (kind) {
    case 'toFirmware':
    case 'toHost':
      return { kind: 'bytes', offset, at: time, direction: kind, bytes: all.slice(at + HEAD, checked) }
    case 'lost': {
      const mark = { kind, bytes: view.getUint32(at + HEAD, true) } as const
      return { kind: 'mark', offset, at: time, mark }
    }
    case 'full':
    case 'end':
      return { kind: 'mark', offset, at: time, mark: { kind } }
  }
}
