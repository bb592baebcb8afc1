import { closeSync, readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** node-pty wraps both ends into streams at once; a test that counts turns wants the bare descriptors. */
const binary = createRequire(require.resolve('@lydell/node-pty'))(
  `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`,
) as { open(columns: number, rows: number): { readonly master: number; readonly slave: number; pty: string } }

/** A pseudo-terminal whose far end is read and written step by step, and by nobody else. */
export class PtyPair {
  /** device file of the near end */
  readonly path: string
  readonly #master: number
  readonly #slave: number
  #plugged = true

  constructor() {
    const made = binary.open(80, 24)
    this.path = made.pty
    this.#master = made.master
    this.#slave = made.slave
  }

  /** What has arrived at the far end, 64 KB at most. */
  take(): Uint8Array {
    const room = Buffer.alloc(65_536)
    let size = 0
    try {
      while (size < room.length) size += readSync(this.#master, room, size, room.length - size, null)
    } catch (cause) {
      if (!String(cause).includes('EAGAIN')) throw cause
    }
    return new Uint8Array(room.subarray(0, size))
  }

  /** @returns how many bytes the terminal took */
  send(bytes: Uint8Array): number {
    return writeSync(this.#master, bytes)
  }

  /** Both ends of ours vanish; once is enough. */
  unplug(): void {
    if (!this.#plugged) return
    this.#plugged = false
    closeSync(this.#master)
    closeSync(this.#slave)
  }
}
