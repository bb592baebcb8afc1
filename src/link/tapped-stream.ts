import type { Clock } from '#base/clock.js'
import type { Ms } from '#base/units.js'
import type { ByteStream } from './byte-stream.js'
import type { WireDirection } from './wire-observer.js'

/** Called with all bytes written or read on a wire, and when. Must not retain the array. */
export type WireListener = (direction: WireDirection, bytes: Uint8Array, at: Ms) => void

/** Wraps a stream with a listener. Nothing is changed or delayed. */
export function tapped(stream: ByteStream, clock: Clock, onWire: WireListener): ByteStream {
  return {
    get open() {
      return stream.open
    },
    write(bytes) {
      if (stream.open && bytes.length > 0) onWire('toFirmware', bytes, clock.now())
      stream.write(bytes)
    },
    read() {
      const bytes = stream.read()
      if (bytes.length > 0) onWire('toHost', bytes, clock.now())
      return bytes
    },
    close: () => stream.close(),
  }
}
