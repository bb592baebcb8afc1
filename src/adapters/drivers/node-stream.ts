import type { Readable, Writable } from 'node:stream'
import type { DriverStream } from '#drivers/line-peer.js'

/** bytes a call to `read`: a flood of short lines costs the reflex loop a few milliseconds a tick */
const MAX_READ = 262_144
/** bytes that may lie here unread before the other side is made to wait */
const MAX_UNREAD = 1_048_576
/** bytes that Node.js may hold: a stop waits behind these and what the kernel holds, and behind nothing else */
const MAX_UNSENT = 16_384

/** A pair of Node.js streams as the reflex loop uses them: nothing waits, and memory is bounded in both directions. */
export class NodeStream implements DriverStream {
  readonly #input: Readable
  readonly #output: Writable
  readonly #onClose: () => void
  #unread: Buffer[] = []
  #unreadBytes = 0
  #closed: string | undefined

  /** @param onClose called when this side closes, after the last bytes were handed over */
  constructor(input: Readable, output: Writable, onClose: () => void) {
    this.#input = input
    this.#output = output
    this.#onClose = onClose
    input.on('data', (bytes: Buffer) => this.#receive(bytes))
    // whoever opened the streams knows how to say why they ended; unheard, an error would end this process
    input.on('error', () => undefined)
    output.on('error', () => undefined)
  }

  get closed(): string | undefined {
    return this.#closed
  }

  write(bytes: Uint8Array): boolean {
    if (this.#closed !== undefined || this.#output.destroyed) return false
    if (this.#output.writableLength > MAX_UNSENT) return false
    this.#output.write(bytes)
    return true
  }

  read(): Uint8Array {
    const parts: Buffer[] = []
    let size = 0
    while (size < MAX_READ) {
      const next = this.#unread.shift()
      if (next === undefined) break
      parts.push(next)
      size += next.length
    }
    this.#unreadBytes -= size
    if (this.#unreadBytes <= MAX_UNREAD && this.#input.isPaused()) this.#input.resume()
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
  }

  close(): void {
    this.ended('closed by graft')
    this.#output.end()
    this.#onClose()
  }

  /** The first reason stands. */
  ended(why: string): void {
    this.#closed ??= why
  }

  #receive(bytes: Buffer): void {
    if (this.#closed === 'closed by graft') return
    this.#unread.push(bytes)
    this.#unreadBytes += bytes.length
    if (this.#unreadBytes > MAX_UNREAD) this.#input.pause()
  }
}
