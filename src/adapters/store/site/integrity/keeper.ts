import { sqliteCode, type Database } from '../database/sqlite.js'
import type { Layout } from '../layout.js'
import { AcknowledgedFile, readAcknowledged } from './acknowledged.js'
import { readSums, sumsAfter, writeSums, type PageSums } from './page-sums.js'
import { WalLog } from './wal-log.js'

/**
 * Maintains the checksums of a database that only this connection writes: records after each transaction how much of
 * the log is acknowledged, and writes the sums of all pages before each checkpoint. SQLite must not checkpoint by
 * itself (`wal_autocheckpoint = 0`). Never opens the database file: closing it would release SQLite's locks on it.
 */
export class ChecksumKeeper {
  readonly #layout: Layout
  readonly #db: Database
  readonly #log: WalLog
  readonly #acked: AcknowledgedFile
  /**
   * sums of the database when its log was started; undefined: they were removed since, and the next start computes new
   * ones
   */
  #baseSums: PageSums | undefined
  #n: number
  #areStored: boolean
  /** log length at which it is checkpointed, frames */
  #maxFrames = MAX_FRAMES

  /** @param before result of `initialChecksums`; default: the stored sums */
  constructor(layout: Layout, db: Database, before = storedSums(layout)) {
    this.#layout = layout
    this.#db = db
    this.#log = new WalLog(`${layout.database}-wal`)
    const acked = readAcknowledged(layout)
    this.#baseSums = before
    this.#areStored = before === undefined || before.n > 0
    this.#n = Math.max(before?.n ?? 0, typeof acked === 'string' ? 0 : acked.after)
    this.#acked = new AcknowledgedFile(layout)
  }

  /** Call when a transaction has ended and is about to be acknowledged. */
  committed(): void {
    const { salt, committed } = this.#log
    this.#log.read()
    if (this.#log.salt === salt && this.#log.committed === committed) return
    this.#acknowledge(this.#log.committed)
    // the log was restarted
    if (this.#log.salt !== salt) this.#maxFrames = MAX_FRAMES
  }

  /** Checkpoints a log that has grown long. Call when nothing is waiting. */
  checkpointIfLong(): void {
    if (this.#log.committed < this.#maxFrames) return
    // PASSIVE: SQLite restarts the log with the next transaction, and overwriting the file is faster than growing it
    this.#checkpoint('PASSIVE')
    // if a reader or a failing disk prevented it, do not sync the sums again on every commit until that is over
    this.#maxFrames = this.#log.committed + MAX_FRAMES
  }

  close(): void {
    this.#log.read()
    if (this.#log.committed > 0 || !this.#areStored) this.#checkpoint('TRUNCATE')
    else this.#acknowledge(0)
    this.#log.close()
    this.#acked.close()
  }

  /** Frames that cannot be checkpointed now because a reader needs them stay in the log. */
  #checkpoint(how: 'PASSIVE' | 'TRUNCATE'): void {
    let isEmptied = false
    try {
      const sums = this.#writeSums()
      this.#db.exec('PRAGMA busy_timeout = 0')
      const row = this.#db.prepare(`PRAGMA wal_checkpoint(${how})`).get()
      isEmptied = row?.['busy'] === 0 && row['log'] === row['checkpointed']
      if (isEmptied) this.#baseSums = sums
      this.#log.read()
    } catch (error) {
      // the disk is full or failing: the log holds everything, and the next transaction reports the error
      if (sqliteCode(error) === undefined && !(error instanceof Error && 'code' in error)) throw error
    } finally {
      this.#db.exec('PRAGMA busy_timeout = 5000')
    }
    this.#acknowledge(isEmptied ? 0 : this.#log.committed)
  }

  /** @param frames 0: the whole log is in the database */
  #acknowledge(frames: number): void {
    this.#acked.write({ after: this.#n, salt: this.#log.salt, frames })
  }

  #writeSums(): PageSums | undefined {
    if (this.#baseSums === undefined) return undefined
    const written = { ...sumsAfter(this.#baseSums, this.#log), n: this.#n + 1 }
    writeSums(this.#layout, written)
    this.#n = written.n
    this.#areStored = true
    return written
  }
}

function storedSums(layout: Layout): PageSums | undefined {
  const kept = readSums(layout)
  return typeof kept === 'string' ? undefined : kept
}

/** 4 MiB of log */
const MAX_FRAMES = 1000
