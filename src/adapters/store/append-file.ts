import { closeSync, openSync, write, writeSync } from 'node:fs'

/** how long bytes are collected before they are handed to the operating system, ms */
const GATHER_MS = 100
const GATHER_BYTES = 16_384
/** maximum bytes waiting for a disk that does not keep up; more are dropped */
const MAX_WAITING = 4 * 1024 * 1024

/**
 * An append-only file that never blocks its writer: bytes are batched and written on another thread. Nothing is synced:
 * a killed process loses the bytes of its last 0.1 s, a power cut whatever the system had not yet written to disk. Data
 * that must survive belongs in a `LineLog`.
 */
export class AppendFile {
  readonly #file: number
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  /** bytes of the file that are written or in flight */
  #length = 0
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> | undefined
  #broken: Error | undefined
  #closed = false

  /** @param path file to create; an existing one is truncated */
  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  /** @returns false when these bytes were dropped because the disk is full or too far behind */
  append(bytes: Uint8Array): boolean {
    if (this.#closed || this.#broken !== undefined) return false
    if (this.#waitingBytes + bytes.length > MAX_WAITING) return false
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= GATHER_BYTES) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS).unref()
    return true
  }

  /** Writes the backlog and closes the file. @returns the disk's error if the file is incomplete */
  async close(): Promise<Error | undefined> {
    this.#closed = true
    while (this.#underWay !== undefined) await this.#underWay
    clearTimeout(this.#timer)
    try {
      if (this.#broken === undefined) this.#writeAll(Buffer.concat(this.#waiting))
    } catch (cause) {
      this.#broken = cause as Error
    }
    closeSync(this.#file)
    return this.#broken
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#underWay !== undefined || this.#waitingBytes === 0 || this.#broken !== undefined) return
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    this.#underWay = this.#submit(bytes, this.#length).then(() => {
      this.#underWay = undefined
      if (this.#waitingBytes >= GATHER_BYTES) this.#flush()
      else if (this.#waitingBytes > 0) this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS).unref()
    })
    this.#length += bytes.length
  }

  /** A full disk ends the recording, never the run. */
  #submit(bytes: Uint8Array, at: number): Promise<void> {
    return new Promise((done) => {
      write(this.#file, bytes, 0, bytes.length, at, (cause, written) => {
        if (cause !== null) this.#broken = cause
        if (cause !== null || written === bytes.length) return done()
        void this.#submit(bytes.subarray(written), at + written).then(done)
      })
    })
  }

  #writeAll(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;)
      from += writeSync(this.#file, bytes, from, bytes.length - from, this.#length + from)
    this.#length += bytes.length
  }
}
