import { sqliteCode, type Database } from '../database/sqlite.js'
import type { Layout } from '../layout.js'
import { AcknowledgedFile, readAcknowledged } from './acknowledged.js'
import { readSums, sumsAfter, writeSums, type PageSums } from './page-sums.js'
import { WalLog } from './wal-log.js'

/**
 * Keeps the checksums of a database that this connection alone writes: notes after each transaction how much of the log
 * is promised, and writes the sums of all pages before the log is emptied into them. SQLite must not do so by itself
 * (`wal_autocheckpoint = 0`). Never opens the database file: to close it again would take away SQLite's locks on it.
 */
export class Keeper {
  readonly #layout: Layout
  readonly #db: Database
  readonly #log: WalLog
  readonly #acked: AcknowledgedFile
  /**
   * of the database as it was when its log was begun; undefined: somebody has removed them since, and the
   * next start makes new ones
   */
  #before: PageSums | undefined
  #n: number
  #areKept: boolean
  /** of the log: as long as it may become before it is emptied */
  #most = MOST_FRAMES

  /** @param before as `sumsToGoOn` has found them; not given, those that are kept */
  constructor(layout: Layout, db: Database, before = keptSums(layout)) {
    this.#layout = layout
    this.#db = db
    this.#log = new WalLog(`${layout.database}-wal`)
    const acked = readAcknowledged(layout)
    this.#before = before
    this.#areKept = before === undefined || before.n > 0
    this.#n = Math.max(before?.n ?? 0, typeof acked === 'string' ? 0 : acked.after)
    this.#acked = new AcknowledgedFile(layout)
  }

  /** A transaction has ended, and its promise is about to be given. */
  committed(): void {
    const { salt, committed } = this.#log
    this.#log.read()
    if (this.#log.salt === salt && this.#log.committed === committed) return
    this.#acknowledge(this.#log.committed)
    // begun anew
    if (this.#log.salt !== salt) this.#most = MOST_FRAMES
  }

  /** Empties a log that has become long. To be called when nobody waits. */
  tidy(): void {
    if (this.#log.committed < this.#most) return
    // SQLite begins the file anew with the next transaction: to write over it is quicker than to let it grow
    // from nothing
    this.#checkpoint('PASSIVE')
    // somebody reads, or the disk fails: the sums are not to be synced again with each commit until that is over
    this.#most = this.#log.committed + MOST_FRAMES
  }

  close(): void {
    this.#log.read()
    if (this.#log.committed > 0 || !this.#areKept) this.#checkpoint('TRUNCATE')
    else this.#acknowledge(0)
    this.#log.close()
    this.#acked.close()
  }

  /** What cannot be emptied now, because somebody reads it, stays in the log. */
  #checkpoint(how: 'PASSIVE' | 'TRUNCATE'): void {
    let isEmptied = false
    try {
      const sums = this.#writeSums()
      this.#db.exec('PRAGMA busy_timeout = 0')
      const row = this.#db.prepare(`PRAGMA wal_checkpoint(${how})`).get()
      isEmptied = row?.['busy'] === 0 && row['log'] === row['checkpointed']
      if (isEmptied) this.#before = sums
      this.#log.read()
    } catch (error) {
      // no room, or a disk that fails: the log holds everything, and the next transaction tells
      if (sqliteCode(error) === undefined && !(error instanceof Error && 'code' in error)) throw error
    } finally {
      this.#db.exec('PRAGMA busy_timeout = 5000')
    }
    this.#acknowledge(isEmptied ? 0 : this.#log.committed)
  }

  /** @param frames 0: all of the log is in the database */
  #acknowledge(frames: number): void {
    this.#acked.write({ after: this.#n, salt: this.#log.salt, frames })
  }

  #writeSums(): PageSums | undefined {
    if (this.#before === undefined) return undefined
    const written = { ...sumsAfter(this.#before, this.#log), n: this.#n + 1 }
    writeSums(this.#layout, written)
    this.#n = written.n
    this.#areKept = true
    return written
  }
}

function keptSums(layout: Layout): PageSums | undefined {
  const kept = readSums(layout)
  return typeof kept === 'string' ? undefined : kept
}

/** 4 MiB of log */
const MOST_FRAMES = 1000
