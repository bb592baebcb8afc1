import { existsSync, statSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Database } from '../database/sqlite.js'
import type { Layout } from '../layout.js'
import { readAcknowledged } from './acknowledged.js'
import { PageFile } from './page-file.js'
import { readSums, type PageSums } from './page-sums.js'

/**
 * Returns the checksums to start from: the stored ones; otherwise those of the database as it is, without its log, and
 * not yet stored (n = 0). Call this before the process opens the database: closing the file would release SQLite's
 * locks on it.
 */
export function initialChecksums(layout: Layout): PageSums {
  const kept = readSums(layout)
  if (typeof kept !== 'string') return kept
  const none = { n: 0, pageSize: 4096, salt: '', frames: 0, sums: new Uint32Array(0) }
  // SQLite will create the database, or roll back a half-created one: then all its pages are in the log
  const there = statSync(layout.database, { throwIfNoEntry: false })
  const isMade = there?.isFile() === true && there.size > 0
  if (!isMade || existsSync(`${layout.database}-journal`)) return none
  const file = new PageFile(layout.database)
  try {
    const sums = Uint32Array.from({ length: file.pages }, (_, i) => file.sum(i + 1))
    return { ...none, pageSize: file.pageSize, sums }
  } finally {
    file.close()
  }
}

/**
 * Prepares warnings about missing or corrupt checksums: they are recomputed, and until then corrupt content goes
 * unnoticed. Call before the database is opened for writing.
 */
export function checksumWarnings(layout: Layout): {
  /** @param why `start`: from now on the sums must exist */
  of(db: Database, why?: 'start' | 'look'): readonly Diagnostic[]
} {
  const [sums, acked] = [readSums(layout), readAcknowledged(layout)]
  return {
    of: (db, why = 'start') => {
      const had = db.prepare(`SELECT 1 FROM meta WHERE key = 'sums'`).get() !== undefined
      if (!had && why === 'start') db.exec(`INSERT INTO meta (key, value) VALUES ('sums', '')`)
      return [
        ...(sums === 'changed' || (had && sums === 'none') ? [noteOf('graft.db-sums', sums)] : []),
        ...(acked === 'changed' || (had && acked === 'none') ? [noteOf('graft.db-acked', acked)] : []),
      ]
    },
  }
}

const noteOf = (file: string, how: 'changed' | 'none'): Diagnostic => ({
  code: 'store.sums',
  severity: 'warning',
  message: `${file} ${how === 'none' ? 'is missing' : 'has changed on the disk'}`,
  expected: 'the checksums of the database as it was written',
  hint: 'check the disk; the next start takes the database as it is, and recomputes the checksums',
})
