import { openRegular } from '#documents/read-regular.js'
import { err, ok, type Result } from '#base/result.js'
import { bytesAt, MAGIC, parseRecord, readChunk, RECORD_HEAD, viewOf, completeRecords } from './records.js'
import { OPCODE } from './summary.js'
import { damageOf, isFinished } from './verify.js'

/** Contents of a recording, finished or not. */
export interface McapContents {
  readonly bytes: number
  /** true if its writer closed it; otherwise the fields below describe what a repair would keep */
  readonly finished: boolean
  /** what was changed since its writer closed it; the fields below count what can still be read */
  readonly damage?: string
  /** bytes after the last complete record */
  readonly torn: number
  readonly library: string
  readonly chunks: number
  readonly messages: number
  /** ns since the epoch; undefined when there are no messages */
  readonly from: bigint | undefined
  readonly until: bigint | undefined
  /** sorted by name */
  readonly topics: readonly TopicContents[]
  readonly metadata: readonly { readonly name: string; readonly values: Readonly<Record<string, string>> }[]
  readonly attachments: readonly {
    readonly name: string
    readonly mediaType: string
    readonly bytes: number
  }[]
  /** intervals of at least `gapNs` without any message, longest first */
  readonly gaps: readonly { readonly from: bigint; readonly until: bigint }[]
}

interface TopicContents {
  readonly topic: string
  readonly schema: string
  readonly messages: number
}

/**
 * Reads an entire recording, with one record in memory at a time.
 * @param gapNs shortest interval without messages that is reported, ns
 * @returns the contents; or the error: `not-mcap`, or why the file could not be read
 */
export async function readContents(
  path: string,
  gapNs = 2_000_000_000n,
): Promise<Result<McapContents, { readonly kind: 'not-mcap' | 'disk'; readonly text: string }>> {
  const file = await openRegular(path).catch((cause: Error) => cause)
  if (file instanceof Error) return err({ kind: 'disk', text: file.message })
  try {
    const { size } = await file.stat()
    const begin = await bytesAt(file, 0, MAGIC.length)
    if (begin.length < MAGIC.length || MAGIC.some((byte, i) => byte !== begin[i]))
      return err({ kind: 'not-mcap', text: 'it does not begin as an MCAP file' })
    const reading = new ContentsReader()
    let end: number = MAGIC.length
    const finished = await isFinished(file)
    const damage = finished ? await damageOf(file) : undefined
    for await (const record of completeRecords(file)) {
      if (record.opcode === OPCODE.chunk) {
        const chunk = readChunk(record)
        // an unfinished file ends for a repair where a chunk is damaged; a finished one is not cut
        if (typeof chunk === 'string' && finished) continue
        if (typeof chunk === 'string') break
        for (const [id, bytes] of chunk.schemas) reading.schema(id, bytes)
        for (const [id, bytes] of chunk.channels) reading.channel(id, bytes)
        for (const { channelId, logTime } of chunk.messages) reading.message(channelId, logTime)
        reading.chunks++
      } else if (record.opcode !== OPCODE.messageIndex && !reading.other(record.bytes) && !finished) break
      end = record.offset + record.bytes.length
    }
    const torn = finished ? 0 : size - end
    return ok({
      bytes: size,
      finished,
      ...(damage && { damage: damage.what }),
      torn,
      ...reading.result(gapNs),
    })
  } catch (cause) {
    return err({ kind: 'disk', text: cause instanceof Error ? cause.message : String(cause) })
  } finally {
    await file.close()
  }
}

class ContentsReader {
  chunks = 0
  #library = ''
  readonly #schemas = new Map<number, string>()
  readonly #channels = new Map<number, { readonly topic: string; readonly schemaId: number }>()
  readonly #counts = new Map<number, number>()
  readonly #times: bigint[] = []
  readonly #metadata: McapContents['metadata'][number][] = []
  readonly #attachments: McapContents['attachments'][number][] = []

  schema(id: number, bytes: Uint8Array): void {
    this.#schemas.set(id, textAt(bytes, RECORD_HEAD + 2))
  }

  channel(id: number, bytes: Uint8Array): void {
    const schemaId = viewOf(bytes).getUint16(RECORD_HEAD + 2, true)
    this.#channels.set(id, { topic: textAt(bytes, RECORD_HEAD + 4), schemaId })
  }

  message(channel: number, time: bigint): void {
    this.#counts.set(channel, (this.#counts.get(channel) ?? 0) + 1)
    this.#times.push(time)
  }

  /** @returns false when it is damaged */
  other(bytes: Uint8Array): boolean {
    const record = parseRecord({ bytes })
    if (record?.type === 'Header') this.#library = record.library
    if (record?.type === 'Metadata')
      this.#metadata.push({ name: record.name, values: Object.fromEntries(record.metadata) })
    if (record?.type === 'Attachment') {
      const { name, mediaType, data } = record
      this.#attachments.push({ name, mediaType, bytes: data.length })
    }
    return record !== undefined
  }

  result(gapNs: bigint): Omit<McapContents, 'bytes' | 'finished' | 'damage' | 'torn'> {
    const times = this.#times.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    const gaps = times
      .slice(1)
      .map((until, i) => ({ from: times[i] as bigint, until }))
      .filter(({ from, until }) => until - from >= gapNs)
      .sort((a, b) => Number(b.until - b.from - (a.until - a.from)))
    return {
      library: this.#library,
      chunks: this.chunks,
      messages: times.length,
      from: times[0],
      until: times.at(-1),
      topics: [...this.#channels]
        .map(([id, { topic, schemaId }]) => ({
          topic,
          schema: this.#schemas.get(schemaId) ?? '',
          messages: this.#counts.get(id) ?? 0,
        }))
        .sort((a, b) => (a.topic < b.topic ? -1 : 1)),
      metadata: this.#metadata,
      attachments: this.#attachments,
      gaps,
    }
  }
}

/** Decodes an MCAP string: length u32, then UTF-8. */
const textAt = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.subarray(at + 4, at + 4 + viewOf(bytes).getUint32(at, true))).toString('utf8')
