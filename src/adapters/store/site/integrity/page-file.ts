import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** The pages of a database file, past SQLite. */
export class PageFile {
  readonly pageSize: number
  readonly size: number
  readonly #file: number
  readonly #page: Buffer

  /** @param pageSize when it is known better than by the file's own header */
  constructor(path: string, pageSize?: number) {
    // a pipe in its place must not hold us up
    this.#file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    this.size = fstatSync(this.#file).size
    this.pageSize = pageSize ?? this.#ownPageSize()
    this.#page = Buffer.alloc(this.pageSize)
  }

  get pages(): number {
    return Math.floor(this.size / this.pageSize)
  }

  /** CRC-32 of a page, from 1; what the file does not have yet is zero, as SQLite makes it when the file grows. */
  sum(page: number): number {
    const got = readSync(this.#file, this.#page, 0, this.pageSize, (page - 1) * this.pageSize)
    this.#page.fill(0, got)
    return crc32(this.#page)
  }

  close(): void {
    closeSync(this.#file)
  }

  #ownPageSize(): number {
    const bytes = Buffer.alloc(2)
    readSync(this.#file, bytes, 0, 2, 16)
    const size = bytes.readUInt16BE(0)
    return size === 1 ? 65_536 : Math.max(512, size)
  }
}
