import { closeSync } from 'node:fs'
import { writeAll } from '#adapters/files/durable-file.js'
import { unwritable } from '#adapters/files/unwritable.js'
import { openOut } from '#adapters/files/write-out.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'

/** A file written in chunks. */
export class FileSink {
  readonly #path: string
  readonly #file: number
  readonly #onLost: () => void
  #problem: Diagnostic | undefined
  #waiting: Uint8Array[] = []
  #bytes = 0

  private constructor(path: string, file: number, onLost: () => void) {
    this.#path = path
    this.#file = file
    this.#onLost = onLost
  }

  /** @param onLost called once when the file takes no more; nothing is written from then on */
  static open(path: string, onLost: () => void): Result<FileSink, Diagnostic> {
    const file = openOut(path)
    return file.ok ? ok(new FileSink(path, file.value, onLost)) : file
  }

  readonly write = (piece: string | Uint8Array): void => {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
    if (this.#bytes >= CHUNK) this.#flush()
  }

  /** @returns why it is not complete */
  close(): Diagnostic | undefined {
    this.#flush()
    closeSync(this.#file)
    return this.#problem
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#bytes = 0
    if (this.#problem !== undefined) return
    try {
      writeAll(this.#file, bytes)
    } catch (cause) {
      // it is called in the middle of a tick: the tree is halted after it
      this.#problem = unwritable(this.#path, cause)
      this.#onLost()
    }
  }
}

const CHUNK = 64 * 1024
