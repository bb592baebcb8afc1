import { mkdirSync } from 'node:fs'
import type { Diagnostic } from '../../../base/diagnostic.js'
import { err, must, ok, type Result } from '../../../base/result.js'
import { FolderInUse, lockFolder } from '../run-lock.js'
import { openDatabase } from './database/open-database.js'
import type { Database } from './database/sqlite.js'
import { sweepRecordings } from './keep/prune.js'
import { layoutOf, makeFolders, type Layout } from './layout.js'
import { inUse } from './problems.js'
import { layBallast } from './writer/ballast.js'
import { sweepImages } from './writer/images.js'
import { Writer } from './writer/writer.js'

export interface OpenFolder {
  readonly layout: Layout
  /** for reading */
  readonly db: Database
  readonly unlock: () => void
  /** a second connection, for writing in this thread */
  readonly writer: () => Writer
}

/** Start is recovery: takes the folder, checks the database, and sweeps what a crash left behind. */
export function openFolder(dir: string, freeBytes: number): Result<OpenFolder, Diagnostic> {
  const layout = layoutOf(dir)
  const locked = lock(layout)
  if (!locked.ok) return locked
  const unlock = locked.value
  const opened = openDatabase(layout)
  if (!opened.ok) {
    unlock()
    return opened
  }
  const db = opened.value
  const named = db.prepare('SELECT hash FROM images').all()
  sweepImages(layout, new Set(named.map(({ hash }) => String(hash))))
  sweepRecordings(layout, db)
  layBallast(layout, freeBytes)
  db.exec('PRAGMA query_only = ON')
  const writer = (): Writer =>
    new Writer(layout, must(openDatabase(layout, 'checked'), 'the store just opened'))
  return ok({ layout, db, unlock, writer })
}

function lock(layout: Layout): Result<() => void, Diagnostic> {
  try {
    mkdirSync(layout.dir, { recursive: true, mode: 0o700 })
    makeFolders(layout)
    return ok(lockFolder(layout.dir))
  } catch (error) {
    if (error instanceof FolderInUse) return err(inUse(error.file, error.pid))
    if (!(error instanceof Error && 'code' in error)) throw error
    return err({
      code: 'store.cannot-open',
      severity: 'error',
      message: `the folder ${layout.dir} cannot be used`,
      got: error.message,
      hint: 'is it there, does it belong to the user of the service, is the disk writable?',
    })
  }
}
