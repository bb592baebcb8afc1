import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * SQLite's write-ahead log, read as its file format says (sqlite.org/fileformat2.html#walformat) and not by SQLite: that ends at
 * the first frame that is not whole, and takes what comes after it for never written.
 */
export class WalLog {
  readonly #file: string
  #state: State = EMPTY
  #pages = new Map<number, number>()

  constructor(file: string) {
    this.#file = file
  }

  /** Reads what has been added since the last time. */
  read(): void {
    const open = openIfThere(this.#file)
    if (open === undefined) return this.#begin(EMPTY)
    try {
      const { size } = fstatSync(open)
      const header = size < HEADER ? undefined : headerOf(bytesOf(open, 0, HEADER))
      if (header === undefined) return this.#begin({ ...EMPTY, kind: size === 0 ? 'none' : 'changed' })
      if (this.#state.kind !== 'whole' || this.#state.salt !== header.salt) this.#begin(header)
      this.#frames(bytesOf(open, this.#state.end, Math.max(0, size - this.#state.end)))
    } finally {
      closeSync(open)
    }
  }

  /** `none`: no log, or an empty one; `changed`: its header is not whole, so SQLite takes it for empty */
  get kind(): State['kind'] {
    return this.#state.kind
  }

  /**
   * What stands behind a header that is not whole, and SQLite would take for never written: frames with one salt, from the first.
   *
   * @param pageSize bytes
   */
  behind(pageSize: number): { readonly salt: string; readonly frames: number } {
    const open = openIfThere(this.#file)
    if (open === undefined) return { salt: '', frames: 0 }
    try {
      const { size } = fstatSync(open)
      const length = FRAME_HEADER + pageSize
      const saltAt = (frame: number): string => bytesOf(open, HEADER + frame * length + 8, 8).toString('hex')
      const salt = saltAt(0)
      let frames = 0
      while (HEADER + (frames + 1) * length <= size && saltAt(frames) === salt) frames++
      return { salt, frames }
    } finally {
      closeSync(open)
    }
  }

  /** of this log since it was last begun anew */
  get salt(): string {
    return this.#state.salt
  }

  /** frames up to the end of the last transaction that is whole */
  get committed(): number {
    return this.#state.frames
  }

  /** of the database, after the last transaction; 0 when there is none */
  get databasePages(): number {
    return this.#state.databasePages
  }

  /** CRC-32 of the newest content of each page that the log holds, by its number */
  get pages(): ReadonlyMap<number, number> {
    return this.#pages
  }

  get pageSize(): number {
    return this.#state.pageSize
  }

  #begin(state: State): void {
    this.#state = state
    this.#pages = new Map()
  }

  #frames(bytes: Buffer): void {
    const { pageSize, littleEndian, salt, end, frames } = this.#state
    const length = FRAME_HEADER + pageSize
    let sum = this.#state.sum
    let transaction = new Map<number, number>()
    for (let at = 0, n = 1; at + length <= bytes.length; at += length, n++) {
      const frame = bytes.subarray(at, at + length)
      if (frame.toString('hex', 8, 16) !== salt) return
      const page = frame.subarray(FRAME_HEADER)
      sum = checksum(page, checksum(frame.subarray(0, 8), sum, littleEndian), littleEndian)
      if (frame.readUInt32BE(16) !== sum[0] || frame.readUInt32BE(20) !== sum[1]) return
      transaction.set(frame.readUInt32BE(0), crc32(page))
      const databasePages = frame.readUInt32BE(4)
      if (databasePages === 0) continue
      for (const [number, crc] of transaction) this.#pages.set(number, crc)
      transaction = new Map()
      this.#state = { ...this.#state, sum, databasePages, end: end + at + length, frames: frames + n }
    }
  }
}

type Sum = readonly [number, number]

interface State {
  readonly kind: 'none' | 'changed' | 'whole'
  readonly salt: string
  readonly pageSize: number
  readonly littleEndian: boolean
  /** after the last whole transaction */
  readonly sum: Sum
  readonly end: number
  readonly frames: number
  readonly databasePages: number
}

const HEADER = 32
const FRAME_HEADER = 24
const EMPTY: State = {
  ...{ kind: 'none', salt: '', pageSize: 0, littleEndian: true },
  ...{ sum: [0, 0], end: HEADER, frames: 0, databasePages: 0 },
}

function headerOf(bytes: Buffer): State | undefined {
  const magic = bytes.readUInt32BE(0)
  if (magic >>> 1 !== 0x377f0682 >>> 1) return undefined
  const littleEndian = (magic & 1) === 0
  const sum = checksum(bytes.subarray(0, 24), [0, 0], littleEndian)
  if (bytes.readUInt32BE(24) !== sum[0] || bytes.readUInt32BE(28) !== sum[1]) return undefined
  const [salt, pageSize] = [bytes.toString('hex', 16, 24), bytes.readUInt32BE(8)]
  return { ...EMPTY, kind: 'whole', salt, pageSize, littleEndian, sum }
}

function checksum(bytes: Buffer, [first, second]: Sum, littleEndian: boolean): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let a = first
  let b = second
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, littleEndian) + b) >>> 0
    b = (b + view.getUint32(at + 4, littleEndian) + a) >>> 0
  }
  return [a, b]
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch {
    return undefined
  }
}

function bytesOf(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let got = 0
  for (let n = -1; n !== 0 && got < length; got += n) n = readSync(file, bytes, got, length - got, from + got)
  return bytes.subarray(0, got)
}
