import { statSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { syncDirectory } from '#adapters/files/durable-file.js'
import { verifyIntegrity } from '../integrity/verify-integrity.js'
import type { Layout } from '../layout.js'
import { APPLICATION_ID, MIGRATIONS, VERSION } from './schema.js'
import { openSqlite, readPragma, sqliteCode, type Database, type ReadMode } from './sqlite.js'

/**
 * Opens the store's database for writing, creates a missing one, and applies pending migrations. A database that is
 * damaged, foreign, or written by a later graft is refused and left unchanged.
 *
 * @param state `checked`: another connection of this process has just opened and verified it
 */
export function openDatabase(
  layout: Layout,
  state: 'unchecked' | 'checked' = 'unchecked',
): Result<Database, Diagnostic> {
  if (state === 'unchecked') {
    // before SQLite opens it, which would treat a corrupt log as ending there, and overwrite it
    const damage = verifyIntegrity(layout)
    if (damage.length > 0) return err(damaged(layout.database, firstOf(damage)))
  }
  return openAndCheck(layout, undefined, (db) => {
    if (state === 'checked') {
      configure(db)
      return undefined
    }
    const fresh = readPragma(db, 'application_id') === 0 && isEmpty(db)
    // returns pages emptied by retention to the disk; can be set only before the first table is created
    if (fresh) db.exec('PRAGMA auto_vacuum = INCREMENTAL')
    configure(db)
    const wrong = fresh ? undefined : problemOf(db, layout.database)
    if (wrong !== undefined) return wrong
    migrate(db, fresh)
    if (fresh) syncDirectory(layout.dir)
    return undefined
  })
}

/** Runs SQLite's own integrity check and returns its findings. Reads the whole file: seconds for gigabytes. */
export function damageIn(db: Database): readonly string[] {
  const found = db
    .prepare('PRAGMA quick_check(20)')
    .all()
    .map(({ quick_check }) => String(quick_check))
  return found.length === 1 && found[0] === 'ok' ? [] : found
}

function damaged(file: string, got: string): Diagnostic {
  return {
    code: 'store.damaged',
    severity: 'error',
    message: `the database ${file} is damaged`,
    expected: 'a SQLite database as it was written, with matching checksums',
    got,
    hint:
      'check the disk and restore a backup; or `graft store set-aside` moves it to a separate folder, ' +
      'and the next start creates a new store. If another tool changed it on purpose, remove graft.db-sums and ' +
      'graft.db-acked, and it is accepted as it is',
  }
}

/** @param mode how to open read-only; undefined opens for writing too */
export function openAndCheck(
  { database: file }: Layout,
  mode: ReadMode | undefined,
  check: (db: Database) => Diagnostic | undefined,
): Result<Database, Diagnostic> {
  // a pipe would block SQLite forever. Checked without opening it: closing it would release another connection's locks
  const odd = [file, `${file}-wal`, `${file}-shm`, `${file}-journal`].find(isNoFile)
  if (odd !== undefined) return err(cannotOpen(file, `${odd} is a folder, a device, a pipe or a socket`))
  let db: Database | undefined
  try {
    db = openSqlite(file, mode === undefined ? { readOnly: false } : { readOnly: true, mode })
    const wrong = check(db)
    if (wrong === undefined) return ok(db)
    db.close()
    return err(wrong)
  } catch (error) {
    db?.close()
    const trouble = sqliteProblem(file, error)
    if (trouble === undefined) throw error
    return err(trouble)
  }
}

/** FULL: committed data survives a power cut, not only a kill. */
function configure(db: Database): void {
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL')
  db.exec('PRAGMA foreign_keys = ON')
  // only the keeper of the page checksums may checkpoint the log (integrity/keeper.ts)
  db.exec('PRAGMA wal_autocheckpoint = 0')
  // truncated after it has grown beyond this, so that one long reader does not occupy the disk permanently, bytes
  db.exec('PRAGMA journal_size_limit = 4194304')
}

export function problemOf(db: Database, file: string): Diagnostic | undefined {
  const id = readPragma(db, 'application_id')
  if (id !== APPLICATION_ID) return foreign(file, id)
  const found = damageIn(db)
  if (found.length > 0) return damaged(file, firstOf(found))
  const version = readPragma(db, 'user_version')
  return version > VERSION ? newer(file, version) : undefined
}

/** Each migration is atomic: the version is written in the same transaction. */
function migrate(db: Database, fresh: boolean): void {
  const from = fresh ? 0 : readPragma(db, 'user_version')
  for (let version = from; version < VERSION; version++) {
    db.exec('BEGIN IMMEDIATE')
    if (fresh) db.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    db.exec(MIGRATIONS[version] as string)
    db.exec(`PRAGMA user_version = ${version + 1}`)
    db.exec('COMMIT')
  }
}

function sqliteProblem(file: string, error: unknown): Diagnostic | undefined {
  const got = error instanceof Error ? error.message : String(error)
  switch (sqliteCode(error)) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return damaged(file, got)
    case 'SQLITE_FULL':
      return {
        code: 'store.full',
        severity: 'error',
        message: `there is no room for ${file}`,
        got,
        hint: 'free space on the disk',
      }
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
    case 'SQLITE_IOERR':
    case 'SQLITE_BUSY':
      return cannotOpen(file, got)
    case 'SQLITE_ERROR':
    case 'SQLITE_CONSTRAINT':
    case undefined:
      return undefined
  }
}

const cannotOpen = (file: string, got: string): Diagnostic => ({
  code: 'store.cannot-open',
  severity: 'error',
  message: `the store ${file} cannot be opened`,
  got,
  hint: "does the folder exist, does it belong to the service's user, is the disk writable?",
})

const foreign = (file: string, id: number): Diagnostic => ({
  code: 'store.foreign',
  severity: 'error',
  message: `${file} is a database, but not graft's`,
  expected: `application_id ${APPLICATION_ID}`,
  got: `application_id ${id}`,
  hint: 'pass another folder with --state, or move that file away',
})

const newer = (file: string, version: number): Diagnostic => ({
  code: 'store.newer',
  severity: 'error',
  message: `the store ${file} was written by a newer version of graft`,
  expected: `version ${VERSION} of the tables, or an earlier one`,
  got: `version ${version}`,
  hint: 'install that version of graft again',
})

function isNoFile(path: string): boolean {
  try {
    return !statSync(path).isFile()
  } catch {
    // SQLite will report why
    return false
  }
}

const firstOf = (found: readonly string[]): string =>
  found.slice(0, 3).join('; ') + (found.length > 3 ? `; and ${found.length - 3} more` : '')
const isEmpty = (db: Database): boolean =>
  db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.['n'] === 0
