import type { Rng } from '#base/random.js'
import type { ByteStream } from '#link/byte-stream.js'
import { FrameDecoder, packFrame } from '#link/frame.js'
import { decodePayload, encodePayload } from '#link/message-codec.js'
import { must } from '#base/result.js'
import { concat } from '#simulation/line/faulty-channel.js'

/**
 * A host that was built from another schema: its Hello says so, all else is as it was. @param countInjection for each
 * changed Hello
 */
export function otherSchema(rng: Rng, countInjection: () => void): (line: ByteStream) => ByteStream {
  const schemaHash = rng.int(2 ** 32)
  return (line) => {
    const decoder = new FrameDecoder()
    const changed = (frame: ReturnType<FrameDecoder['feed']>[number]): Uint8Array => {
      const message = decodePayload(frame.type, frame.payload)
      if (!message.ok || message.value.kind !== 'hello') return packFrame(frame)
      countInjection()
      return packFrame({
        ...frame,
        payload: must(encodePayload({ ...message.value, schemaHash }), 'a Hello'),
      })
    }
    return {
      get open() {
        return line.open
      },
      write: (bytes) => line.write(concat([new Uint8Array(1), ...decoder.feed(bytes).map(changed)])),
      read: () => line.read(),
      close: () => line.close(),
    }
  }
}
