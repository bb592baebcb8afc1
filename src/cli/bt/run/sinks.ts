import { closeSync, writeSync } from 'node:fs'
import { openOut } from '#adapters/files/write-out.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'

/** A file written in chunks. */
export class FileSink {
  readonly #file: number
  #waiting: Uint8Array[] = []
  #bytes = 0

  private constructor(file: number) {
    this.#file = file
  }

  static open(path: string): Result<FileSink, Diagnostic> {
    const file = openOut(path)
    return file.ok ? ok(new FileSink(file.value)) : file
  }

  readonly write = (piece: string | Uint8Array): void => {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
    if (this.#bytes >= CHUNK) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting)
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
    this.#waiting = []
    this.#bytes = 0
  }
}

const CHUNK = 64 * 1024
