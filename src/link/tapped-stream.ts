import type { ByteStream } from './byte-stream.js'
import type { WireDirection } from './wire-observer.js'

/** Hears every byte of a wire, as it is written and read. Must not keep the array. */
export type WireTap = (direction: WireDirection, bytes: Uint8Array) => void

/** The same stream, with somebody who listens. Nothing is changed, nothing is delayed. */
export function tapped(stream: ByteStream, tap: WireTap): ByteStream {
  return {
    get open() {
      return stream.open
    },
    write(bytes) {
      if (stream.open && bytes.length > 0) tap('toFirmware', bytes)
      stream.write(bytes)
    },
    read() {
      const bytes = stream.read()
      if (bytes.length > 0) tap('toHost', bytes)
      return bytes
    },
    close: () => stream.close(),
  }
}
