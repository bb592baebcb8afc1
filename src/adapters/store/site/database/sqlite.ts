import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'

/**
 * The only module that knows which SQLite binding is used. `@photostructure/sqlite` has the interface of `node:sqlite`,
 * which Node 20 lacks: with Node 22.13 or later, the import above becomes `node:sqlite` and nothing else changes.
 */
export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

interface Statement {
  run(...values: readonly Value[]): { readonly changes: number }
  get(...values: readonly Value[]): Row | undefined
  all(...values: readonly Value[]): Row[]
}

export type Value = string | number | null | Uint8Array
export type Row = Readonly<Record<string, Value>>

/**
 * How to read without writing a byte. `beside`: a writer is active and maintains log and index. `log`: there is no
 * writer, and the log holds transactions; its index is built in memory. `still`: there is no writer, and the log holds
 * nothing.
 */
export type ReadMode = 'beside' | 'log' | 'still'

/**
 * @param options.mode how to open read-only
 * @throws SqliteError when the file cannot be opened
 */
export function openSqlite(
  path: string,
  options: { readonly readOnly: boolean; readonly mode?: ReadMode },
): Database {
  const { readOnly, mode } = options
  const place = mode === undefined ? path : `${pathToFileURL(path).href}?${URI_PARAMETERS[mode]}`
  const db: Database = new DatabaseSync(place, { readOnly, timeout: BUSY_MS, defensive: true })
  // with no other process, no shared index is needed
  if (mode === 'log') db.exec('PRAGMA locking_mode = EXCLUSIVE')
  // compiled once: statements are released only by the garbage collector
  const statements = new Map<string, Statement>()
  return {
    exec: (sql) => db.exec(sql),
    prepare: (sql) => {
      const statement = statements.get(sql) ?? db.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
    close: () => {
      statements.clear()
      db.close()
    },
  }
}

/** Reads a pragma that returns one number. */
export const readPragma = (db: Database, name: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0])

/** `unix-none` takes no locks: a file opened read-only cannot be locked exclusively */
const URI_PARAMETERS: Readonly<Record<ReadMode, string>> = {
  beside: 'readonly_shm=1',
  log: 'vfs=unix-none',
  still: 'immutable=1',
}

/** Returns SQLite's error code by the name in its documentation; `undefined` for other errors. */
export function sqliteCode(error: unknown): SqliteCode | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) return undefined
  // the low byte is the primary code, the rest the extended code
  if ('errcode' in error && typeof error.errcode === 'number')
    return CODES[error.errcode & 0xff] ?? 'SQLITE_ERROR'
  // `all` omits the number in this version
  return TEXTS.find(([text]) => text.test(error.message))?.[1] ?? 'SQLITE_ERROR'
}

export type SqliteCode =
  | 'SQLITE_ERROR'
  | 'SQLITE_BUSY'
  | 'SQLITE_READONLY'
  | 'SQLITE_IOERR'
  | 'SQLITE_CORRUPT'
  | 'SQLITE_FULL'
  | 'SQLITE_CANTOPEN'
  | 'SQLITE_CONSTRAINT'
  | 'SQLITE_NOTADB'

const CODES: Readonly<Record<number, SqliteCode>> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
}

const TEXTS: readonly (readonly [RegExp, SqliteCode])[] = [
  [/malformed/, 'SQLITE_CORRUPT'],
  [/not a database/, 'SQLITE_NOTADB'],
  [/is full/, 'SQLITE_FULL'],
  [/constraint failed/, 'SQLITE_CONSTRAINT'],
  [/disk I\/O/, 'SQLITE_IOERR'],
  [/is locked/, 'SQLITE_BUSY'],
  [/readonly/, 'SQLITE_READONLY'],
  [/unable to open/, 'SQLITE_CANTOPEN'],
]

/** another tool may read the store while it is written, ms */
const BUSY_MS = 5000
