import { crc32 } from 'node:zlib'
import { writeDurably } from '#adapters/files/durable-file.js'
import { readTrustedFile } from '#documents/read-regular.js'
import type { Layout } from '../layout.js'
import type { WalLog } from './wal-log.js'

/** The CRC-32 of every page of the database, including free ones, when this file was written (`graft.db-sums`). */
export interface PageSums {
  /** write counter */
  readonly n: number
  readonly pageSize: number
  /** the log at that time: its salt, and the number of frames included in these sums */
  readonly salt: string
  readonly frames: number
  /** sums of page 1, 2, … */
  readonly sums: Uint32Array
}

const sumsFile = (layout: Layout): string => `${layout.database}-sums`

/** @returns `changed`: the file exists but is corrupt */
export function readSums(layout: Layout): PageSums | 'none' | 'changed' {
  let bytes: Buffer
  try {
    bytes = readTrustedFile(sumsFile(layout))
  } catch {
    return 'none'
  }
  if (bytes.length < HEAD + 4 || bytes.length % 4 !== 0 || bytes.toString('latin1', 0, 8) !== MAGIC)
    return 'changed'
  const body = bytes.subarray(0, -4)
  if (crc32(body) !== bytes.readUInt32LE(bytes.length - 4)) return 'changed'
  return {
    n: body.readUInt32LE(8),
    pageSize: body.readUInt32LE(12),
    salt: body.toString('hex', 16, 24),
    frames: body.readUInt32LE(24),
    sums: Uint32Array.from({ length: (body.length - HEAD) / 4 }, (_, i) => body.readUInt32LE(HEAD + 4 * i)),
  }
}

/** Computes the sums of the pages after a full checkpoint of the log. */
export function sumsAfter(before: PageSums, log: WalLog): PageSums {
  const { salt, committed: frames, databasePages } = log
  const { pageSize, sums: old } = before
  const sums = new Uint32Array(databasePages === 0 ? old.length : databasePages)
  // a page never written is zero, as when SQLite grows the file
  if (sums.length > old.length) sums.fill(crc32(new Uint8Array(pageSize)))
  sums.set(old.subarray(0, sums.length))
  for (const [page, sum] of log.sums()) if (page <= sums.length) sums[page - 1] = sum
  return { ...before, salt, frames, sums }
}

/** Writes the sums; they are on disk when this returns. The pages may be written only afterwards. */
export function writeSums(layout: Layout, { n, pageSize, salt, frames, sums }: PageSums): void {
  const bytes = Buffer.alloc(HEAD + 4 * sums.length + 4)
  bytes.write(MAGIC, 'latin1')
  bytes.writeUInt32LE(n, 8)
  bytes.writeUInt32LE(pageSize, 12)
  bytes.write(salt, 16, 'hex')
  bytes.writeUInt32LE(frames, 24)
  for (let i = 0; i < sums.length; i++) bytes.writeUInt32LE(sums[i] as number, HEAD + 4 * i)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  writeDurably(sumsFile(layout), bytes, 0o600)
}

const MAGIC = 'grftsums'
const HEAD = 28
