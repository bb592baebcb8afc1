import { close, fdatasync, openSync, write } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { syncDirectory } from '../files/durable-file.js'

/** The disk operations of this queue; tests substitute a slow or a full disk. */
export interface DiskOperations {
  write(file: number, bytes: Uint8Array, at: number): Promise<number>
  sync(file: number): Promise<void>
  close(file: number): Promise<void>
}

/**
 * Writes bytes to a file in order, on another thread, and syncs after each batch. Appending never blocks; `waiting`
 * reports the backlog, so that the caller can drop what matters least. The first error stops the queue: later bytes are
 * not written.
 */
export class DiskQueue {
  readonly #file: number
  readonly #disk: DiskOperations
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #written = 0
  #pending: Promise<void> | undefined
  #broken: Error | undefined

  /** @param path file to create; an existing one is truncated @throws when it cannot be created */
  constructor(path: string, disk: DiskOperations = realDisk) {
    this.#file = openSync(path, 'w')
    this.#disk = disk
    syncDirectory(dirname(path))
  }

  /** bytes appended but not yet on disk */
  get waiting(): number {
    return this.#waitingBytes
  }

  /** the disk's error, after which nothing more is written */
  get broken(): Error | undefined {
    return this.#broken
  }

  append(bytes: Uint8Array): void {
    if (this.#broken !== undefined) return
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#pending ??= this.#drain()
  }

  /** Writes the backlog and closes the file. @returns the disk's error, if any */
  async end(): Promise<Error | undefined> {
    while (this.#pending !== undefined) await this.#pending
    await this.#disk.close(this.#file).catch((cause: Error) => void (this.#broken ??= cause))
    return this.#broken
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0 && this.#broken === undefined) {
        // everything appended during the last sync goes into the next batch
        const bytes = Buffer.concat(this.#waiting)
        this.#waiting = []
        for (let done = 0; done < bytes.length;)
          done += await this.#disk.write(this.#file, bytes.subarray(done), this.#written + done)
        this.#written += bytes.length
        await this.#disk.sync(this.#file)
        this.#waitingBytes -= bytes.length
      }
    } catch (cause) {
      this.#broken = cause instanceof Error ? cause : new Error(String(cause))
      this.#waiting = []
      this.#waitingBytes = 0
    } finally {
      this.#pending = undefined
    }
  }
}

const realDisk: DiskOperations = {
  write: (file, bytes, at) =>
    new Promise((resolve, reject) => {
      write(file, bytes, 0, bytes.length, at, (cause, written) =>
        cause === null ? resolve(written) : reject(cause),
      )
    }),
  sync: promisify(fdatasync),
  close: promisify(close),
}
