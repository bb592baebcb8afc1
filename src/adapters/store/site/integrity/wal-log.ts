import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'

/**
 * Reads SQLite's write-ahead log according to its file format (sqlite.org/fileformat2.html#walformat), without SQLite,
 * which stops at the first corrupt frame and treats everything after it as never written.
 */
export class WalLog {
  readonly #file: string
  #open: number | undefined
  #buffer = Buffer.alloc(0)
  #state: State = EMPTY
  #pages = new Map<number, number>()

  constructor(file: string) {
    this.#file = file
  }

  /** Reads what was added since the last call. The file stays open: SQLite does not replace it while it is in use. */
  read(): void {
    this.#open ??= openIfRegular(this.#file)
    if (this.#open === undefined) return this.#begin(EMPTY)
    const got = readAll(this.#open, HEADER_BYTES, 0)
    const header = got < HEADER ? undefined : headerOf(HEADER_BYTES)
    if (header === undefined) return this.#begin({ ...EMPTY, kind: got === 0 ? 'none' : 'changed' })
    if (this.#state.kind !== 'whole' || this.#state.salt !== header.salt) this.#begin(header)
    this.#frames(this.#open)
  }

  /** CRC-32 of the newest content of each page in the log. */
  *sums(): Generator<readonly [page: number, sum: number]> {
    const content = Buffer.alloc(this.#state.pageSize)
    for (const [page, frame] of this.#pages) {
      const at = HEADER + frame * (FRAME_HEADER + content.length) + FRAME_HEADER
      if (this.#open === undefined || readAll(this.#open, content, at) < content.length)
        throw Object.assign(new Error(`${this.#file} has become shorter`), { code: 'EIO' })
      yield [page, crc32(content)]
    }
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open)
    this.#open = undefined
  }

  /** `none`: no log, or an empty one; `changed`: the header is corrupt, so SQLite treats the log as empty */
  get kind(): State['kind'] {
    return this.#state.kind
  }

  /**
   * Counts what follows a corrupt header and would be ignored by SQLite: the frames from the first on that share one
   * salt.
   *
   * @param pageSize bytes
   */
  framesAfterCorruptHeader(pageSize: number): { readonly salt: string; readonly frames: number } {
    const open = this.#open
    if (open === undefined) return { salt: '', frames: 0 }
    const frame = Buffer.alloc(FRAME_HEADER + pageSize)
    let salt = ''
    for (let frames = 0; ; frames++) {
      const got = readAll(open, frame, HEADER + frames * frame.length)
      const found = frame.toString('hex', 8, 16)
      if (got < frame.length || (frames > 0 && found !== salt)) return { salt, frames }
      salt = found
    }
  }

  /** salt of this log since its last restart */
  get salt(): string {
    return this.#state.salt
  }

  /** frames up to the end of the last complete transaction */
  get committed(): number {
    return this.#state.frames
  }

  /** database size in pages after the last transaction; 0 when there is none */
  get databasePages(): number {
    return this.#state.databasePages
  }

  /** Maps the number of each page in the log to the frame with its newest content, counted from 0. */
  get pages(): ReadonlyMap<number, number> {
    return this.#pages
  }

  #begin(state: State): void {
    this.#state = state
    this.#pages = new Map()
  }

  /** Reads frames up to the first one that does not belong to this log; the rest are leftovers of an earlier one. */
  #frames(open: number): void {
    const { pageSize, littleEndian, salt, end } = this.#state
    const length = FRAME_HEADER + pageSize
    let { sum } = this.#state
    let transaction = new Map<number, number>()
    let n = this.#state.frames
    let at = end
    if (this.#buffer.length !== BUFFERED_FRAMES * length)
      this.#buffer = Buffer.alloc(BUFFERED_FRAMES * length)
    for (const frame of framesOf(open, end, length, this.#buffer)) {
      if (frame.toString('hex', 8, 16) !== salt) return
      sum = checksum(frame.subarray(0, 8), sum, littleEndian)
      sum = checksum(frame.subarray(FRAME_HEADER), sum, littleEndian)
      if (frame.readUInt32BE(16) !== sum[0] || frame.readUInt32BE(20) !== sum[1]) return
      if (frame.readUInt32BE(0) === 0) return
      transaction.set(frame.readUInt32BE(0), n++)
      at += length
      const databasePages = frame.readUInt32BE(4)
      if (databasePages === 0) continue
      for (const [page, newest] of transaction) this.#pages.set(page, newest)
      transaction = new Map()
      this.#state = { ...this.#state, sum, databasePages, end: at, frames: n }
    }
  }
}

type Sum = readonly [number, number]

interface State {
  readonly kind: 'none' | 'changed' | 'whole'
  readonly salt: string
  readonly pageSize: number
  readonly littleEndian: boolean
  /** state after the last complete transaction */
  readonly sum: Sum
  readonly end: number
  readonly frames: number
  readonly databasePages: number
}

const HEADER = 32
const HEADER_BYTES = Buffer.alloc(HEADER)
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
  // SQLite treats such a log as empty too
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return undefined
  return { ...EMPTY, kind: 'whole', salt, pageSize, littleEndian, sum }
}

/** SQLite's WAL checksum. The bytes must be word-aligned and a whole number of pairs of 32-bit words. */
function checksum(bytes: Buffer, [first, second]: Sum, littleEndian: boolean): Sum {
  const own = littleEndian === HERE_LITTLE ? bytes : Buffer.from(Uint8Array.from(bytes).buffer).swap32()
  const words = new Int32Array(own.buffer, own.byteOffset, own.length / 4)
  let a = first | 0
  let b = second | 0
  for (let i = 0; i + 1 < words.length; i += 2) {
    a = (a + (words[i] as number) + b) | 0
    b = (b + (words[i + 1] as number) + a) | 0
  }
  return [a >>> 0, b >>> 0]
}

const HERE_LITTLE = endianness() === 'LE'

/**
 * Yields complete frames in order; each is valid until the next one is requested.
 * @param some buffer for a few frames
 */
function* framesOf(file: number, from: number, length: number, some: Buffer): Generator<Buffer> {
  for (let at = from; ; at += some.length) {
    const got = readAll(file, some, at)
    for (let n = 0; n + length <= got; n += length) yield some.subarray(n, n + length)
    if (got < some.length) return
  }
}

/** frames in most transactions */
const BUFFERED_FRAMES = 4

/** Opens only a regular file: a pipe in its place would block. */
function openIfRegular(path: string): number | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (fstatSync(file).isFile()) return file
  } catch {
    if (file === undefined) return undefined
  }
  closeSync(file)
  return undefined
}

/** @returns the number of bytes read */
function readAll(file: number, bytes: Buffer, from: number): number {
  let got = 0
  for (let n = -1; n !== 0 && got < bytes.length; got += n)
    n = readSync(file, bytes, got, bytes.length - got, from + got)
  return got
}
