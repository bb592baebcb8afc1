import { crc32 } from 'node:zlib'
import { McapChunkBuilder, type Channel } from '@mcap/core'
import { DiskQueue, type Disk } from './disk-queue.js'
import { built, Summary } from './summary.js'

/** What a message is worth when the disk lags: pictures are left out first, then poses; words are kept to the last. */
export type Worth = 'picture' | 'pose' | 'word'

export interface Topic {
  readonly topic: string
  /** as viewers know it: `foxglove.Log` */
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
  /** with so many bytes waiting for the disk, a message of that worth is left out */
  readonly leaveOut: Readonly<Record<Worth, number>>
}

const KIB = 1024

/**
 * A killed process loses its last chunk, so chunks are small and short: docs/adr/0018. Words are bounded too, at some
 * hundred thousand of them: a disk that takes nothing for that long is broken, and memory is not (law 9).
 */
export const MCAP_LIMITS: McapLimits = {
  chunkBytes: 16 * KIB,
  chunkMs: 500,
  leaveOut: { picture: 1024 * KIB, pose: 2048 * KIB, word: 32 * 1024 * KIB },
}

export interface McapOptions {
  /** who writes, for the header */
  readonly library: string
  readonly limits?: McapLimits
  readonly disk?: Disk
}

/**
 * An MCAP file (mcap.dev) that survives the death of its writer: everything but the chunk that is open is on
 * the disk or on its way, in order; `repairMcap` makes the rest a whole file again. Nothing here waits for
 * the disk.
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
  readonly #leftOut: Record<Worth, number> = { picture: 0, pose: 0, word: 0 }
  #timer: NodeJS.Timeout | undefined
  #bytes = 0
  #crc = 0
  #closed = false

  /** @param path of the file, which is made anew @throws when it cannot be made */
  constructor(path: string, { library, limits = MCAP_LIMITS, disk }: McapOptions) {
    this.path = path
    this.#limits = limits
    this.#queue = new DiskQueue(path, disk)
    this.#submit(
      built((b) => {
        b.writeMagic()
        b.writeHeader({ profile: '', library })
      }),
    )
  }

  /** messages that the disk was too slow for */
  get leftOut(): Readonly<Record<Worth, number>> {
    return this.#leftOut
  }

  /** bytes of the file so far, the open chunk not counted */
  get bytes(): number {
    return this.#bytes
  }

  /** what the disk said; nothing more is written then */
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
        built((b) => b.writeSchema(record)),
      )
    }
    const id = this.#channels.size
    const channel = { id, schemaId, topic, messageEncoding: 'json', metadata: new Map<string, string>() }
    this.#channels.set(id, channel)
    this.#chunk.addChannel(channel)
    this.#summary.channel(
      id,
      built((b) => b.writeChannel(channel)),
    )
    return id
  }

  /**
   * @param message plain JSON
   * @param at.log on the time line of the recording; `at.publish`: by the clock on the wall
   * @returns false when it was left out because the disk lags, or is broken
   */
  add(
    channelId: number,
    message: unknown,
    worth: Worth,
    at: { readonly log: Nanoseconds; readonly publish: Nanoseconds },
  ): boolean {
    if (this.#closed || this.broken !== undefined || this.#queue.waiting > this.#limits.leaveOut[worth]) {
      this.#leftOut[worth]++
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
    const record = built((b) => b.writeMetadata({ name, metadata: new Map(Object.entries(values)) }))
    this.#summary.metadata({ name, offset: BigInt(this.#bytes), length: BigInt(record.length) })
    this.#submit(record)
  }

  attach(name: string, mediaType: string, data: Uint8Array, at: Nanoseconds): void {
    if (this.#closed) return
    this.flush()
    const times = { logTime: at, createTime: at }
    const record = built((b) => b.writeAttachment({ ...times, name, mediaType, data }))
    const [offset, length] = [BigInt(this.#bytes), BigInt(record.length)]
    this.#summary.attachment({ ...times, name, mediaType, dataSize: BigInt(data.length), offset, length })
    this.#submit(record)
  }

  /** Closes the chunk that is open and hands it to the disk. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#chunk.numMessages === 0) return
    const { messageStartTime, messageEndTime, buffer: records } = this.#chunk
    const uncompressedSize = BigInt(records.length)
    const chunk = built((b) =>
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
      record: built((b) => b.writeMessageIndex(index)),
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
    // one piece: a chunk is of use without its index, an index without its chunk is not
    this.#submit(Buffer.concat([chunk, ...indexed.map(({ record }) => record)]))
    this.#chunk.reset()
    this.#counts = new Map()
  }

  /** Writes what is open, then the summary. @returns what the disk said against it; the file can be repaired then */
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
