import { open } from 'node:fs/promises'
import { McapIndexedReader, McapStreamReader } from '@mcap/core'

export interface ReadBack {
  readonly topics: readonly string[]
  readonly messages: readonly { readonly topic: string; readonly logTime: bigint; readonly data: unknown }[]
  readonly chunks: number
  readonly attachments: readonly string[]
  readonly metadata: readonly string[]
}

/** A recording through the reader that viewers use: by its index, then once more as a stream that checks every CRC. */
export async function readBack(path: string): Promise<ReadBack> {
  const file = await open(path, 'r')
  try {
    const readable = {
      size: async () => BigInt((await file.stat()).size),
      read: async (offset: bigint, length: bigint) => {
        const bytes = new Uint8Array(Number(length))
        await file.read(bytes, 0, bytes.length, Number(offset))
        return bytes
      },
    }
    const reader = await McapIndexedReader.Initialize({ readable })
    const topicOf = (id: number): string => reader.channelsById.get(id)?.topic ?? '?'
    const messages = []
    for await (const { channelId, logTime, data } of reader.readMessages())
      messages.push({
        topic: topicOf(channelId),
        logTime,
        data: JSON.parse(Buffer.from(data).toString()) as unknown,
      })
    const streamed = countStreamed(await readable.read(0n, await readable.size()))
    if (streamed !== messages.length)
      throw new Error(`${messages.length} messages by the index, ${streamed} in the stream`)
    if (reader.statistics?.messageCount !== BigInt(messages.length))
      throw new Error(`the statistics count ${reader.statistics?.messageCount}, there are ${messages.length}`)
    return {
      topics: [...reader.channelsById.values()].map(({ topic }) => topic).sort(),
      messages,
      chunks: reader.chunkIndexes.length,
      attachments: reader.attachmentIndexes.map(({ name }) => name),
      metadata: reader.metadataIndexes.map(({ name }) => name),
    }
  } finally {
    await file.close()
  }
}

/** @throws when a CRC is wrong or the file has no end */
function countStreamed(bytes: Uint8Array): number {
  const reader = new McapStreamReader({ validateCrcs: true })
  reader.append(bytes)
  let messages = 0
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord())
    if (record.type === 'Message') messages++
  if (!reader.done()) throw new Error('the stream does not end with a footer')
  return messages
}
