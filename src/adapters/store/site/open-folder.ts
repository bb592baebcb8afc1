import { randomUUID } from 'node:crypto'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, must, ok, type Result } from '#base/result.js'
import { openDatabase } from './database/open-database.js'
import type { Database } from './database/sqlite.js'
import { cannotUse, lockStore, makeSubfolders } from './folder/lock.js'
import { lostDatabase } from './folder/lost.js'
import { keepMarker } from './folder/marker.js'
import { removePartialPictures } from './folder/store-files.js'
import { sweepPictures, sweepRecordings } from './keep/prune.js'
import { ChecksumKeeper } from './integrity/keeper.js'
import { checksumWarnings, initialChecksums } from './integrity/checksums-at-start.js'
import { layoutOf, type Layout } from './layout.js'
import { reserveBallast } from './writer/ballast.js'
import { Writer } from './writer/writer.js'
import { existsSync, rmSync } from 'node:fs'
import { readSums } from './integrity/page-sums.js'
import { WalLog } from './integrity/wal-log.js'

export interface OpenFolder {
  readonly layout: Layout
  /** read-only connection */
  readonly db: Database
  readonly unlock: () => void
  /** opens a second connection, for writing in this thread */
  readonly openWriter: () => Writer
  /** warnings for the operator */
  readonly warnings: readonly Diagnostic[]
}

/**
 * Opens a store with recovery: locks the folder, checks the database, and deletes files whose removal by retention was
 * interrupted by a crash. Nothing else is deleted: a picture that no row references may be all that is left of an
 * episode.
 */
export function openFolder(dir: string, freeBytes: number): Result<OpenFolder, Diagnostic> {
  const layout = layoutOf(dir)
  const locked = lockStore(layout)
  if (!locked.ok) return locked
  const unlock = locked.value
  const opened = tryOpen(layout, freeBytes)
  if (!opened.ok) {
    unlock()
    return opened
  }
  const openWriter = (): Writer =>
    new Writer(layout, must(openDatabase(layout, 'checked'), 'the store just opened'))
  return ok({ layout, unlock, openWriter, ...opened.value })
}

/**
 * Refuses to open the store when its marker, picture folder or the like cannot be read: its owner can fix that, and no
 * data is lost.
 */
function tryOpen(layout: Layout, freeBytes: number): ReturnType<typeof openLocked> {
  try {
    return openLocked(layout, freeBytes)
  } catch (error) {
    return err(cannotUse(layout, error))
  }
}

function openLocked(
  layout: Layout,
  freeBytes: number,
): Result<Pick<OpenFolder, 'db' | 'warnings'>, Diagnostic> {
  const lost = lostDatabase(layout)
  if (lost !== undefined) return err(lost)
  const made = makeSubfolders(layout)
  if (!made.ok) return made
  const notes = checksumWarnings(layout)
  removeLogOfPartialDatabase(layout)
  const sums = initialChecksums(layout)
  const opened = openDatabase(layout)
  if (!opened.ok) return opened
  const db = opened.value
  const marked = keepMarker(layout, db)
  if (!marked.ok) {
    db.close()
    return marked
  }
  removePartialPictures(layout)
  sweepPictures(layout, db)
  sweepRecordings(layout, db)
  const warnings = [...marked.value, ...notes.of(db)]
  overwriteUnseenTransaction(db)
  new ChecksumKeeper(layout, db, sums).close()
  reserveBallast(layout, freeBytes)
  db.exec('PRAGMA query_only = ON')
  return ok({ db, warnings })
}

/**
 * A killed process may leave a complete transaction in the log that SQLite does not see while another process is
 * reading, because it takes the end of the log from their shared index. A new transaction overwrites it, so that no
 * process sees it.
 */
function overwriteUnseenTransaction(db: Database): void {
  db.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES ('start', ?)`).run(randomUUID())
}

/**
 * A power cut while the store is being created may leave SQLite's first journal next to a log that was started after
 * it: SQLite then waits for a lock that is never released. The log holds no transaction yet, so it is removed; the
 * journal rolls back the half-created database.
 */
function removeLogOfPartialDatabase(layout: Layout): void {
  if (!existsSync(`${layout.database}-journal`) || readSums(layout) !== 'none') return
  const log = new WalLog(`${layout.database}-wal`)
  try {
    log.read()
    if (log.committed > 0) return
  } finally {
    log.close()
  }
  for (const end of ['wal', 'shm']) rmSync(`${layout.database}-${end}`, { force: true })
}
