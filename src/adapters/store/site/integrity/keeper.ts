import { sqliteCode, type Database } from '../database/sqlite.js'
import type { Layout } from '../layout.js'
import { AcknowledgedFile, readAcknowledged } from './acknowledged.js'
import { readSums, writeSums, type PageSums } from './page-sums.js'
import { PageFile } from './page-file.js'
import { WalLog } from './wal-log.js'

/**
 * Keeps the checksums of a database that this connection alone writes: notes after each transaction how much of the log
 * is promised, and writes the sums of all pages before the log is emptied into them. SQLite must not do so by itself
 * (`wal_autocheckpoint = 0`).
 */
export class Keeper {
  readonly #layout: Layout
  readonly #db: Database
  readonly #log: WalLog
  readonly #acked: AcknowledgedFile
  #sums: PageSums | undefined
  #n: number
  /** of the log: as long as it may become before it is emptied */
  #most = MOST_FRAMES

  constructor(layout: Layout, db: Database) {
    this.#layout = layout
    this.#db = db
    this.#log = new WalLog(`${layout.database}-wal`)
    const sums = readSums(layout)
    const acked = readAcknowledged(layout)
    this.#sums = typeof sums === 'string' ? undefined : sums
    this.#n = Math.max(this.#sums?.n ?? 0, typeof acked === 'string' ? 0 : acked.after)
    this.#acked = new AcknowledgedFile(layout)
  }

  /** A transaction has ended, and its promise is about to be given. */
  committed(): void {
    const { salt, committed } = this.#log
    this.#log.read()
    if (this.#log.salt !== salt || this.#log.committed !== committed) this.#acknowledge()
    // begun anew
    if (this.#log.salt !== salt) this.#most = MOST_FRAMES
    if (this.#log.committed < this.#most) return
    this.checkpoint()
    // somebody reads, or the disk fails: the sums are not to be synced again with each commit until that is over
    this.#most = this.#log.committed + MOST_FRAMES
  }

  /** Empties the log into the database, as far as nobody reads it. What cannot be emptied now stays in the log. */
  checkpoint(): void {
    this.#log.read()
    const fresh = this.#sums === undefined
    if (this.#log.committed === 0 && !fresh) return
    try {
      this.#writeSums()
      this.#db.exec('PRAGMA busy_timeout = 0')
      const row = this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
      if (row?.['busy'] === 0) this.#log.read()
    } catch (error) {
      // no room, or a disk that fails: the log holds everything, and the next transaction tells
      if (sqliteCode(error) === undefined && !(error instanceof Error && 'code' in error)) throw error
    } finally {
      this.#db.exec('PRAGMA busy_timeout = 5000')
    }
    this.#acknowledge()
  }

  close(): void {
    this.checkpoint()
    this.#acked.close()
  }

  #acknowledge(): void {
    const { salt, committed } = this.#log
    this.#acked.write({ after: this.#n, salt, frames: committed })
  }

  #writeSums(): void {
    const { salt, committed: frames, pages } = this.#log
    const file = new PageFile(this.#layout.database)
    try {
      const before = this.#sums?.sums ?? new Uint32Array(0)
      const count = this.#log.databasePages === 0 ? file.pages : this.#log.databasePages
      const sums = Uint32Array.from(
        { length: count },
        (_, i) => pages.get(i + 1) ?? (i < before.length ? (before[i] as number) : file.sum(i + 1)),
      )
      const written = { n: this.#n + 1, pageSize: file.pageSize, salt, frames, sums }
      writeSums(this.#layout, written)
      this.#sums = written
      this.#n = written.n
    } finally {
      file.close()
    }
  }
}

/** 4 MiB of log */
const MOST_FRAMES = 1000
