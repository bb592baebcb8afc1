import { randomUUID } from 'node:crypto'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, must, ok, type Result } from '#base/result.js'
import { openDatabase } from './database/open-database.js'
import type { Database } from './database/sqlite.js'
import { cannotUse, lockStore, makeFolders } from './folder/lock.js'
import { lostDatabase } from './folder/lost.js'
import { keepMarker } from './folder/marker.js'
import { removeHalves } from './folder/ours.js'
import { sweepPictures, sweepRecordings } from './keep/prune.js'
import { sumsToGoOn } from './integrity/first-sums.js'
import { Keeper } from './integrity/keeper.js'
import { sumsNotes } from './integrity/notes.js'
import { layoutOf, type Layout } from './layout.js'
import { layBallast } from './writer/ballast.js'
import { Writer } from './writer/writer.js'
import { existsSync, rmSync } from 'node:fs'
import { readSums } from './integrity/page-sums.js'
import { WalLog } from './integrity/wal-log.js'

export interface OpenFolder {
  readonly layout: Layout
  /** for reading */
  readonly db: Database
  readonly unlock: () => void
  /** a second connection, for writing in this thread */
  readonly writer: () => Writer
  /** what people should know of it */
  readonly warnings: readonly Diagnostic[]
}

/**
 * Start is recovery: takes the folder, checks the database, and removes the files that retention had let go
 * when a crash came between. Nothing else is removed: a picture that no row names may be all that is left of
 * an episode.
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
  const writer = (): Writer =>
    new Writer(layout, must(openDatabase(layout, 'checked'), 'the store just opened'))
  return ok({ layout, unlock, writer, ...opened.value })
}

/**
 * A marker, a folder of pictures, … that may not be read is a refusal: its owner can mend it, and nothing is
 * lost by it.
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
  const made = makeFolders(layout)
  if (!made.ok) return made
  const notes = sumsNotes(layout)
  removeLogOfHalfMade(layout)
  const sums = sumsToGoOn(layout)
  const opened = openDatabase(layout)
  if (!opened.ok) return opened
  const db = opened.value
  const marked = keepMarker(layout, db)
  if (!marked.ok) {
    db.close()
    return marked
  }
  removeHalves(layout)
  sweepPictures(layout, db)
  sweepRecordings(layout, db)
  const warnings = [...marked.value, ...notes.of(db)]
  overwriteRemains(db)
  new Keeper(layout, db, sums).close()
  layBallast(layout, freeBytes)
  db.exec('PRAGMA query_only = ON')
  return ok({ db, warnings })
}

/**
 * Who is killed may leave a whole transaction in the log of which SQLite does not know while somebody reads:
 * it takes the end of the log from the index that they share. A transaction of its own in that place, and it
 * is whole for nobody.
 */
function overwriteRemains(db: Database): void {
  db.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES ('start', ?)`).run(randomUUID())
}

/**
 * A power cut while the store is made may leave SQLite's first journal beside a log that was begun after it:
 * SQLite then waits for a lock that nobody gives. The log holds no transaction yet, and goes; the journal
 * takes back what was half made.
 */
function removeLogOfHalfMade(layout: Layout): void {
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
