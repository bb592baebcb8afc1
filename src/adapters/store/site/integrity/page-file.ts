import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** The pages of a database file, read without SQLite. */
export class PageFile {
  readonly pageSize: number
  readonly size: number
  readonly #file: number
  readonly #page: Buffer

  /** @param pageSize overrides the file's header when a better value is known */
  constructor(path: string, pageSize?: number) {
    // non-blocking: a pipe in its place must not block
    this.#file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    this.size = fstatSync(this.#file).size
    this.pageSize = pageSize ?? this.#ownPageSize()
    this.#page = Buffer.alloc(this.pageSize)
  }

  get pages(): number {
    return Math.floor(this.size / this.pageSize)
  }

  /**
   * CRC-32 of a page, counted from 1; bytes beyond the end of the file count as zero, as when SQLite grows the file.
   */
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
