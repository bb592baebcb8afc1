import { crc32 } from 'node:zlib'
import { McapRecordBuilder, type AttachmentIndex, type ChunkIndex, type MetadataIndex } from '@mcap/core'

/** What one chunk contributes to the summary. */
export interface ChunkEntry {
  readonly index: ChunkIndex
  /** messages by channel */
  readonly counts: ReadonlyMap<number, number>
}

/**
 * The end of an MCAP file: everything that a viewer looks up before it reads a message. Built while the data is
 * written, or rebuilt from the data when a file without a summary is repaired.
 */
export class Summary {
  /** complete records, including opcode and length, by id */
  readonly #schemas = new Map<number, Uint8Array>()
  readonly #channels = new Map<number, Uint8Array>()
  readonly #chunks: ChunkIndex[] = []
  readonly #attachments: AttachmentIndex[] = []
  readonly #metadata: MetadataIndex[] = []
  readonly #counts = new Map<number, bigint>()
  #start: bigint | undefined
  #end = 0n

  schema(id: number, record: Uint8Array): void {
    if (!this.#schemas.has(id)) this.#schemas.set(id, record)
  }

  channel(id: number, record: Uint8Array): void {
    if (!this.#channels.has(id)) this.#channels.set(id, record)
  }

  chunk({ index, counts }: ChunkEntry): void {
    this.#chunks.push(index)
    for (const [id, count] of counts) this.#counts.set(id, (this.#counts.get(id) ?? 0n) + BigInt(count))
    const { messageStartTime, messageEndTime } = index
    if (this.#start === undefined || messageStartTime < this.#start) this.#start = messageStartTime
    if (messageEndTime > this.#end) this.#end = messageEndTime
  }

  attachment(index: AttachmentIndex): void {
    this.#attachments.push(index)
  }

  metadata(index: MetadataIndex): void {
    this.#metadata.push(index)
  }

  get messages(): number {
    return Number([...this.#counts.values()].reduce((sum, count) => sum + count, 0n))
  }

  get chunks(): number {
    return this.#chunks.length
  }

  /**
   * Builds DataEnd, summary section, summary offsets, footer and magic.
   * @param at number of bytes before it
   * @param dataCrc CRC-32 of those bytes
   */
  close(at: number, dataCrc: number): Uint8Array {
    const builder = new McapRecordBuilder()
    builder.writeDataEnd({ dataSectionCrc: dataCrc })
    const begins = BigInt(at + builder.length)
    const groups: { opcode: number; start: bigint; length: bigint }[] = []
    const parts: Uint8Array[] = [builder.buffer.slice()]
    let offset = begins
    const group = (opcode: number, records: readonly Uint8Array[]): void => {
      const length = BigInt(records.reduce((sum, { length: bytes }) => sum + bytes, 0))
      if (length === 0n) return
      groups.push({ opcode, start: offset, length })
      parts.push(...records)
      offset += length
    }
    group(OPCODE.schema, [...this.#schemas.values()])
    group(OPCODE.channel, [...this.#channels.values()])
    group(OPCODE.statistics, [serialize((b) => b.writeStatistics(this.#statistics()))])
    group(
      OPCODE.metadataIndex,
      this.#metadata.map((index) => serialize((b) => b.writeMetadataIndex(index))),
    )
    group(
      OPCODE.attachmentIndex,
      this.#attachments.map((index) => serialize((b) => b.writeAttachmentIndex(index))),
    )
    group(
      OPCODE.chunkIndex,
      this.#chunks.map((index) => serialize((b) => b.writeChunkIndex(index))),
    )
    const offsetsAt = offset
    for (const { opcode, start, length } of groups)
      parts.push(
        serialize((b) =>
          b.writeSummaryOffset({ groupOpcode: opcode, groupStart: start, groupLength: length }),
        ),
      )
    const footer = { summaryStart: begins, summaryOffsetStart: offsetsAt }
    // the CRC of the summary covers the footer up to the CRC itself
    const head = serialize((b) => b.writeFooter({ ...footer, summaryCrc: 0 })).slice(0, -4)
    const summaryCrc = crc32(Buffer.concat([...parts.slice(1), head]))
    parts.push(
      serialize((b) => {
        b.writeFooter({ ...footer, summaryCrc })
        b.writeMagic()
      }),
    )
    return Buffer.concat(parts)
  }

  #statistics() {
    return {
      messageCount: BigInt(this.messages),
      schemaCount: this.#schemas.size,
      channelCount: this.#channels.size,
      attachmentCount: this.#attachments.length,
      metadataCount: this.#metadata.length,
      chunkCount: this.#chunks.length,
      messageStartTime: this.#start ?? 0n,
      messageEndTime: this.#end,
      channelMessageCounts: this.#counts,
    }
  }
}

/** Serialises one or more records. */
export function serialize(write: (builder: McapRecordBuilder) => unknown): Uint8Array {
  const builder = new McapRecordBuilder()
  write(builder)
  return builder.buffer.slice()
}

/** Opcodes of the records written or read here (MCAP specification, version 0). */
export const OPCODE = {
  header: 0x01,
  footer: 0x02,
  schema: 0x03,
  channel: 0x04,
  message: 0x05,
  chunk: 0x06,
  messageIndex: 0x07,
  chunkIndex: 0x08,
  attachment: 0x09,
  attachmentIndex: 0x0a,
  statistics: 0x0b,
  metadata: 0x0c,
  metadataIndex: 0x0d,
  summaryOffset: 0x0e,
  dataEnd: 0x0f,
} as const
