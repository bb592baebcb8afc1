import { write as writeFile } from 'node:fs'

/** Accepts complete lines with their newline; must not throw. */
export interface Sink {
  write(line: string): void
  flush(): Promise<void>
}

/** queue limit for a slow reader, bytes; further lines are dropped and counted */
const MAX_BYTES = 1 << 20
const RETRY_MS = 20
const FLUSH_MS = 2000

/**
 * Non-blocking standard output: one write at a time, in the thread pool, with a bounded queue. A reader that is gone or
 * asleep costs lines, but never blocks the loop.
 */
export class StdoutSink implements Sink {
  readonly #descriptor: number
  #waiting: string[] = []
  #bytes = 0
  #dropped = 0
  #busy = false
  #idle: (() => void)[] = []

  constructor(descriptor = 1) {
    this.#descriptor = descriptor
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#bytes + bytes > MAX_BYTES) {
      this.#dropped++
      return
    }
    this.#waiting.push(line)
    this.#bytes += bytes
    this.#next()
  }

  async flush(): Promise<void> {
    if (!this.#busy) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FLUSH_MS)
      this.#idle.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #next(): void {
    if (this.#busy) return
    if (this.#waiting.length === 0) {
      for (const resolve of this.#idle.splice(0)) resolve()
      return
    }
    this.#busy = true
    const lines = this.#waiting
    if (this.#dropped > 0) {
      lines.push(
        `{"level":"warn","source":"log","msg":"${this.#dropped} lines were dropped: nobody read them"}\n`,
      )
      this.#dropped = 0
    }
    this.#waiting = []
    this.#bytes = 0
    this.#put(Buffer.from(lines.join('')))
  }

  #put(bytes: Buffer): void {
    writeFile(this.#descriptor, bytes, 0, bytes.length, null, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => this.#put(bytes), RETRY_MS)
      // on other errors the reader is gone, and there is nobody to report it to
      if (error === null && written < bytes.length) return this.#put(bytes.subarray(written))
      this.#busy = false
      this.#next()
    })
  }
}
