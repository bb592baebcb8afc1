import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { readTrustedFile } from '#documents/read-regular.js'
import type { Layout } from '../layout.js'

/** How much of the log was acknowledged as committed (`graft.db-acked`). */
export interface Acknowledged {
  /** number of the page sums that preceded it; if newer sums exist, the acknowledged data is in the database */
  readonly after: number
  readonly salt: string
  readonly frames: number
}

const fileOf = (layout: Layout): string => `${layout.database}-acked`

/** @returns `changed`: the file exists but is corrupt */
export function readAcknowledged(layout: Layout): Acknowledged | 'none' | 'changed' {
  let bytes: Buffer
  try {
    bytes = readTrustedFile(fileOf(layout))
  } catch {
    return 'none'
  }
  if (bytes.length === 0) return 'none'
  if (bytes.length !== LENGTH || crc32(bytes.subarray(0, -4)) !== bytes.readUInt32LE(LENGTH - 4))
    return 'changed'
  return { after: bytes.readUInt32LE(0), salt: bytes.toString('hex', 4, 12), frames: bytes.readUInt32LE(12) }
}

/**
 * Overwritten in place without syncing, so that it costs a transaction only microseconds. After a power cut it may be
 * older than the log, which then holds more than was acknowledged here, never less.
 */
export class AcknowledgedFile {
  readonly #file: number | undefined
  readonly #bytes = Buffer.alloc(LENGTH)

  constructor(layout: Layout) {
    const { O_WRONLY, O_CREAT, O_NONBLOCK, O_TRUNC } = constants
    const again = typeof readAcknowledged(layout) === 'string' ? O_TRUNC : 0
    try {
      // non-blocking: the system refuses to open a pipe in its place
      this.#file = openSync(fileOf(layout), O_WRONLY | O_CREAT | O_NONBLOCK | again, 0o600)
    } catch (error) {
      if (!isOfDisk(error)) throw error
    }
  }

  write({ after, salt, frames }: Acknowledged): void {
    this.#bytes.writeUInt32LE(after, 0)
    this.#bytes.fill(0, 4, 12)
    this.#bytes.write(salt, 4, 'hex')
    this.#bytes.writeUInt32LE(frames, 12)
    this.#bytes.writeUInt32LE(crc32(this.#bytes.subarray(0, -4)), LENGTH - 4)
    if (this.#file === undefined) return
    try {
      writeSync(this.#file, this.#bytes, 0, LENGTH, 0)
    } catch (error) {
      // the data itself is safe; only a later check of the log has less to compare with
      if (!isOfDisk(error)) throw error
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }
}

const isOfDisk = (error: unknown): boolean => error instanceof Error && 'code' in error
const LENGTH = 20
