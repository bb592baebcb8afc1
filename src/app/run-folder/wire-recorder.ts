import { AppendFile } from '#adapters/store/append-file.js'
import type { WireListener } from '#link/tapped-stream.js'
import { RECORD_FRAME, wireHeader, wireMark, wireRecords, type WireClock } from './wire-file.js'

/** The largest wire of one episode: about two hours of the heaviest traffic. */
const MAX_WIRE_BYTES = 64 * 1024 * 1024

/** Records every byte of a wire in a file (docs/tap.md); costs the reflex loop one copy of the bytes. */
export class WireRecorder {
  readonly #file: AppendFile
  readonly #limit: number
  #bytes: number
  #lost = 0
  #full = false
  /** µs of the newest record */
  #at = 0

  /** @param limit of the file in bytes */
  constructor(path: string, clock: WireClock, limit: number = MAX_WIRE_BYTES) {
    this.#file = new AppendFile(path)
    this.#limit = limit
    const header = wireHeader(clock)
    this.#bytes = header.length
    this.#file.append(header)
  }

  /** Whether recording has stopped. */
  get ended(): boolean {
    return this.#full
  }

  /** Stops recording for lack of room: the rest is left out, and the file says so. */
  end(): void {
    if (this.#full) return
    this.#full = true
    this.#append(wireMark({ kind: 'full' }, this.#at))
  }

  readonly listener: WireListener = (direction, bytes, at) => {
    if (this.#full) return
    this.#at = Math.max(this.#at, Math.round(at * 1000))
    const records = wireRecords(direction, this.#at, bytes)
    // room for the last mark is reserved
    if (this.#bytes + records.length + 3 * RECORD_FRAME > this.#limit) return this.end()
    if (this.#lost > 0 && this.#append(wireMark({ kind: 'lost', bytes: this.#lost }, this.#at)))
      this.#lost = 0
    if (this.#lost > 0 || !this.#append(records)) this.#lost += bytes.length
  }

  /** Ends the file with its closing mark. @returns the disk's error, if any */
  close(): Promise<Error | undefined> {
    if (this.#lost > 0) this.#append(wireMark({ kind: 'lost', bytes: this.#lost }, this.#at))
    if (!this.#full) this.#append(wireMark({ kind: 'end' }, this.#at))
    return this.#file.close()
  }

  #append(bytes: Uint8Array): boolean {
    const taken = this.#file.append(bytes)
    if (taken) this.#bytes += bytes.length
    return taken
  }
}
