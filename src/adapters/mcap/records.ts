import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { MCAP_MAGIC, McapStreamReader, type TypedMcapRecord } from '@mcap/core'
import { OPCODE, type ChunkEntry } from './summary.js'

/** One complete record of a file; its first nine bytes are opcode and length. */
export interface RawRecord {
  readonly opcode: number
  /** file offset of its first byte */
  readonly offset: number
  readonly bytes: Uint8Array
}

export const RECORD_HEAD = 9
export const MAGIC = Uint8Array.from(MCAP_MAGIC)
/** a longer record counts as torn, bytes; records written by graft stay below a few hundred KB */
const MAX_RECORD_BYTES = 64 * 1024 * 1024

/** Yields the complete records of a file after its magic, one in memory at a time; stops at the first torn one. */
export async function* completeRecords(file: FileHandle): AsyncGenerator<RawRecord, void, void> {
  const { size } = await file.stat()
  for (let offset = MAGIC.length; offset + RECORD_HEAD <= size;) {
    const head = await bytesAt(file, offset, RECORD_HEAD)
    const length = Number(viewOf(head).getBigUint64(1, true))
    const opcode = head[0] as number
    // a power cut leaves zeros where the file had grown but its data had not reached the disk
    if (opcode === 0 || length > MAX_RECORD_BYTES || offset + RECORD_HEAD + length > size) return
    yield { opcode, offset, bytes: await bytesAt(file, offset, RECORD_HEAD + length) }
    offset += RECORD_HEAD + length
  }
}

/** The contents of a chunk. */
export interface ChunkContent {
  readonly startTime: bigint
  readonly endTime: bigint
  /** complete records, by id */
  readonly schemas: ReadonlyMap<number, Uint8Array>
  readonly channels: ReadonlyMap<number, Uint8Array>
  readonly messages: readonly ChunkMessage[]
  readonly uncompressedSize: bigint
}

interface ChunkMessage {
  readonly channelId: number
  readonly logTime: bigint
  /** offset within the chunk's records */
  readonly offset: bigint
}

/** @returns the contents, or why the chunk cannot be read */
export function readChunk({ bytes }: RawRecord): ChunkContent | 'damaged' | 'compressed' {
  const view = viewOf(bytes)
  // after the record head: start u64, end u64, size u64, crc u32, compression string, records u64 + bytes
  const nameAt = RECORD_HEAD + 28
  if (bytes.length < nameAt + 12) return 'damaged'
  const [startTime, endTime] = [
    view.getBigUint64(RECORD_HEAD, true),
    view.getBigUint64(RECORD_HEAD + 8, true),
  ]
  const uncompressedSize = view.getBigUint64(RECORD_HEAD + 16, true)
  const crc = view.getUint32(RECORD_HEAD + 24, true)
  if (view.getUint32(nameAt, true) !== 0) return 'compressed'
  const recordsAt = nameAt + 12
  const length = Number(view.getBigUint64(nameAt + 4, true))
  if (recordsAt + length > bytes.length || BigInt(length) !== uncompressedSize) return 'damaged'
  const records = bytes.subarray(recordsAt, recordsAt + length)
  if (crc !== 0 && crc32(records) !== crc) return 'damaged'
  const inside = parseRecords(records)
  return inside === undefined ? 'damaged' : { startTime, endTime, uncompressedSize, ...inside }
}

/** Builds the index of a chunk located at `at.offset` and followed by the given message indexes. */
export function chunkEntry(
  { startTime, endTime, uncompressedSize, messages }: ChunkContent,
  at: { readonly offset: number; readonly length: number },
  indexes: ReadonlyMap<number, Uint8Array>,
): ChunkEntry {
  const messageIndexOffsets = new Map<number, bigint>()
  let offset = BigInt(at.offset + at.length)
  for (const [channel, record] of indexes) {
    messageIndexOffsets.set(channel, offset)
    offset += BigInt(record.length)
  }
  const counts = new Map<number, number>()
  for (const { channelId } of messages) counts.set(channelId, (counts.get(channelId) ?? 0) + 1)
  const index = {
    messageStartTime: startTime,
    messageEndTime: endTime,
    chunkStartOffset: BigInt(at.offset),
    chunkLength: BigInt(at.length),
    messageIndexOffsets,
    messageIndexLength: offset - BigInt(at.offset + at.length),
    compression: '',
    compressedSize: uncompressedSize,
    uncompressedSize,
  }
  return { index, counts }
}

/** Parses a record other than a chunk with the library; `undefined` when it is damaged. */
export function parseRecord({ bytes }: { readonly bytes: Uint8Array }): TypedMcapRecord | undefined {
  try {
    const reader = new McapStreamReader({ noMagicPrefix: true, validateCrcs: true })
    reader.append(bytes)
    return reader.nextRecord()
  } catch {
    return undefined
  }
}

/** @returns up to `length` bytes, fewer at the end of the file */
export async function bytesAt(file: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

function parseRecords(
  records: Uint8Array,
): Pick<ChunkContent, 'schemas' | 'channels' | 'messages'> | undefined {
  const view = viewOf(records)
  const schemas = new Map<number, Uint8Array>()
  const channels = new Map<number, Uint8Array>()
  const messages: ChunkMessage[] = []
  for (let at = 0; at < records.length;) {
    if (at + RECORD_HEAD > records.length) return undefined
    const end = at + RECORD_HEAD + Number(view.getBigUint64(at + 1, true))
    if (end > records.length || end < at + RECORD_HEAD + 2) return undefined
    const id = view.getUint16(at + RECORD_HEAD, true)
    const opcode = records[at]
    if (opcode === OPCODE.schema) schemas.set(id, records.slice(at, end))
    else if (opcode === OPCODE.channel) channels.set(id, records.slice(at, end))
    else if (opcode === OPCODE.message) {
      if (end < at + RECORD_HEAD + 22) return undefined
      const logTime = view.getBigUint64(at + RECORD_HEAD + 6, true)
      messages.push({ channelId: id, logTime, offset: BigInt(at) })
    }
    at = end
  }
  return { schemas, channels, messages }
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
