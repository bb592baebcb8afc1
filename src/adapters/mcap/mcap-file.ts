import { crc32 } from 'node:zlib'
import { McapChunkBuilder, type Channel } from '@mcap/core'
import { DiskQueue, type DiskOperations } from './disk-queue.js'
import { serialize, Summary } from './summary.js'

/** Priority of a message when the disk lags: pictures are dropped first, then poses; words last. */
export type Priority = 'picture' | 'pose' | 'word'

export interface Topic {
  readonly topic: string
  /** the name viewers know: `foxglove.Log` */
  readonly schemaName: string
  /** a JSON schema */
  readonly schema: object
}

/** Nanoseconds since the epoch. */
export type Nanoseconds = bigint

export interface McapLimits {
  /** a chunk is closed at this size … */
  readonly chunkBytes: number
  /** … or this long after its first message, ms */
  readonly chunkMs: number
  /** a message of this worth is dropped when more than this many bytes are waiting for the disk */
  readonly dropAbove: Readonly<Record<Priority, number>>
}

const KIB = 1024

/**
 * A killed process loses its open chunk, so chunks are small and short: docs/adr/0018. Words are bounded too, at some
 * hundred thousand messages: a disk that accepts nothing for that long is broken, and memory must stay bounded (law 9).
 */
export const MCAP_LIMITS: McapLimits = {
  chunkBytes: 16 * KIB,
  chunkMs: 500,
  dropAbove: { picture: 1024 * KIB, pose: 2048 * KIB, word: 32 * 1024 * KIB },
}

export interface McapOptions {
  /** name of the writer, for the header */
  readonly library: string
  readonly limits?: McapLimits
  readonly disk?: DiskOperations
}

/**
 * An MCAP file (mcap.dev) that survives the death of its writer: everything except the open chunk is on disk or queued
 * for it, in order; `repairMcap` turns what was written into a valid file. Nothing here blocks on the disk.
 */
export class McapFile {
  readonly path: string
  readonly #queue: DiskQueue
  readonly #limits: McapLimits
  readonly #chunk = new McapChunkBuilder({ useMessageIndex: true })
  readonly #summary = new Summary()
  readonly #schemas = new Map<string, number>()
  readonly #channels = new Map<number, Channel>()
  /** messages of the open chunk, by channel */
  #counts = new Map<number, number>()
  readonly #sequences = new Map<number, number>()
  readonly #dropped: Record<Priority, number> = { picture: 0, pose: 0, word: 0 }
  #timer: NodeJS.Timeout | undefined
  #bytes = 0
  #crc = 0
  #closed = false

  /** @param path file to create; an existing one is truncated @throws when it cannot be created */
  constructor(path: string, { library, limits = MCAP_LIMITS, disk }: McapOptions) {
    this.path = path
    this.#limits = limits
    this.#queue = new DiskQueue(path, disk)
    this.#submit(
      serialize((b) => {
        b.writeMagic()
        b.writeHeader({ profile: '', library })
      }),
    )
  }

  /** messages dropped because the disk was too slow or broken */
  get dropped(): Readonly<Record<Priority, number>> {
    return this.#dropped
  }

  /** bytes of the file so far, without the open chunk */
  get bytes(): number {
    return this.#bytes
  }

  /** the disk's error, after which nothing more is written */
  get broken(): Error | undefined {
    return this.#queue.broken
  }

  /** @returns the channel's number, for `add` */
  channel({ topic, schemaName, schema }: Topic): number {
    let schemaId = this.#schemas.get(schemaName)
    if (schemaId === undefined) {
      schemaId = this.#schemas.size + 1
      this.#schemas.set(schemaName, schemaId)
      const data = Buffer.from(JSON.stringify(schema))
      const record = { id: schemaId, name: schemaName, encoding: 'jsonschema', data }
      this.#chunk.addSchema(record)
      this.#summary.schema(
        schemaId,
        serialize((b) => b.writeSchema(record)),
      )
    }
    const id = this.#channels.size
    const channel = { id, schemaId, topic, messageEncoding: 'json', metadata: new Map<string, string>() }
    this.#channels.set(id, channel)
    this.#chunk.addChannel(channel)
    this.#summary.channel(
      id,
      serialize((b) => b.writeChannel(channel)),
    )
    return id
  }

  /**
   * @param message plain JSON
   * @param at.log time on the recording's time line; `at.publish`: wall-clock time
   * @returns false if the message was dropped because the disk lags or is broken
   */
  add(
    channelId: number,
    message: unknown,
    worth: Priority,
    at: { readonly log: Nanoseconds; readonly publish: Nanoseconds },
  ): boolean {
    if (this.#closed || this.broken !== undefined || this.#queue.waiting > this.#limits.dropAbove[worth]) {
      this.#dropped[worth]++
      return false
    }
    const sequence = (this.#sequences.get(channelId) ?? 0) + 1
    this.#sequences.set(channelId, sequence)
    const data = Buffer.from(JSON.stringify(message))
    this.#chunk.addMessage({ channelId, sequence, logTime: at.log, publishTime: at.publish, data })
    this.#counts.set(channelId, (this.#counts.get(channelId) ?? 0) + 1)
    if (this.#chunk.byteLength >= this.#limits.chunkBytes) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), this.#limits.chunkMs).unref()
    return true
  }

  metadata(name: string, values: Readonly<Record<string, string>>): void {
    if (this.#closed) return
    this.flush()
    const record = serialize((b) => b.writeMetadata({ name, metadata: new Map(Object.entries(values)) }))
    this.#summary.metadata({ name, offset: BigInt(this.#bytes), length: BigInt(record.length) })
    this.#submit(record)
  }

  attach(name: string, mediaType: string, data: Uint8Array, at: Nanoseconds): void {
    if (this.#closed) return
    this.flush()
    const times = { logTime: at, createTime: at }
    const record = serialize((b) => b.writeAttachment({ ...times, name, mediaType, data }))
    const [offset, length] = [BigInt(this.#bytes), BigInt(record.length)]
    this.#summary.attachment({ ...times, name, mediaType, dataSize: BigInt(data.length), offset, length })
    this.#submit(record)
  }

  /** Closes the open chunk and queues it for the disk. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#chunk.numMessages === 0) return
    const { messageStartTime, messageEndTime, buffer: records } = this.#chunk
    const uncompressedSize = BigInt(records.length)
    const chunk = serialize((b) =>
      b.writeChunk({
        messageStartTime,
        messageEndTime,
        uncompressedSize,
        uncompressedCrc: crc32(records),
        compression: '',
        records,
      }),
    )
    const chunkStartOffset = BigInt(this.#bytes)
    const indexed = [...this.#chunk.indices].map((index) => ({
      channel: index.channelId,
      record: serialize((b) => b.writeMessageIndex(index)),
    }))
    const messageIndexOffsets = new Map<number, bigint>()
    let offset = chunkStartOffset + BigInt(chunk.length)
    for (const { channel, record } of indexed) {
      messageIndexOffsets.set(channel, offset)
      offset += BigInt(record.length)
    }
    const messageIndexLength = offset - chunkStartOffset - BigInt(chunk.length)
    this.#summary.chunk({
      counts: this.#counts,
      index: {
        messageStartTime,
        messageEndTime,
        chunkStartOffset,
        chunkLength: BigInt(chunk.length),
        messageIndexOffsets,
        messageIndexLength,
        compression: '',
        compressedSize: uncompressedSize,
        uncompressedSize,
      },
    })
    // in one piece: a chunk is useful without its index, but an index without its chunk is not
    this.#submit(Buffer.concat([chunk, ...indexed.map(({ record }) => record)]))
    this.#chunk.reset()
    this.#counts = new Map()
  }

  /** Writes the open chunk, then the summary. @returns the disk's error, if any; the file can then be repaired */
  async close(): Promise<Error | undefined> {
    if (!this.#closed) {
      this.flush()
      this.#closed = true
      this.#submit(this.#summary.close(this.#bytes, this.#crc))
    }
    return this.#queue.end()
  }

  #submit(bytes: Uint8Array): void {
    this.#crc = crc32(bytes, this.#crc)
    this.#bytes += bytes.length
    this.#queue.append(bytes)
  }
}
